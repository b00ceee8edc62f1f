import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { TokensService } from '../../src/modules/identity/tokens.service.js';
import type { BenchOptions } from '../options.js';
import { startService } from '../processes/service-process.js';
import { samplePages } from '../sample-pages.js';
import { median, milliseconds, rounded } from '../statistics.js';
import type { Workbench } from '../workbench.js';
import { LIST_CASES, type ListCase, type Viewer } from './list-cases.js';
import { type AnsweredPage, walk, type WalkedList } from './list-walk.js';
import { type OrganizationSize, SampleOrganization } from './sample-organization.js';
import { PEOPLE, RARE } from './sample-rows.js';
import { sequentialScans } from './sequential-scans.js';

/** One page of a list in both organizations: median milliseconds from the request to the whole answer. */
export interface ListFigures {
  list: string;
  viewer: Viewer;
  page: 'first' | 'deep';
  small: number;
  large: number;
  /** Large over small: the median of the rounds' ratios. */
  ratio: number;
  counts: readonly [small: number, large: number];
  /** Whether both counts are the numbers of what the lists give when they are read to the end. */
  exact: boolean;
}

export interface OrganizationsReport {
  sizes: readonly [small: OrganizationSize, large: OrganizationSize];
  lists: readonly ListFigures[];
  /** How often PostgreSQL read a large table as a whole meanwhile; tables where it didn't are left out. */
  sequentialScans: Readonly<Record<string, number>>;
}

/** Short enough for both organizations to fill the page. */
const PAGE_SIZE = 10;
const PAGES_A_SPACE = 4;
const WARM_UP_ROUNDS = 2;
/** A page that takes long is read less often. */
const FEWEST_ROUNDS = 3;
const LONGEST_MILLISECONDS = 5_000;

interface Made {
  organization: SampleOrganization;
  tokens: Readonly<Record<Viewer, string>>;
}

/** What a page of each list costs in a small and in a large organization, which lie in one database. */
export async function measureOrganizations(bench: Workbench, databaseUrl: string, folder: string, options: BenchOptions): Promise<OrganizationsReport> {
  const both = await makeBoth(bench, databaseUrl, options);
  const inService = async <Result>(work: (root: string) => Promise<Result>): Promise<Result> => {
    const { process: service, url: root } = await startService({ databaseUrl, data: join(folder, 'organizations') });
    try {
      await service.answers(`${root}/readyz`, {});
      return await work(root);
    } finally {
      await service.stop();
      // PostgreSQL adds up what its processes saw when they end.
      await sleep(1_000);
    }
  };
  // Reading whole lists is another thing than what is measured: it may well read whole tables.
  const walked = await inService((root) => walkLists(root, both));
  const before = await sequentialScans(databaseUrl);
  const lists = await inService((root) => measureLists(root, walked, options.listRounds));
  const scans = Object.entries(await sequentialScans(databaseUrl)).map(([table, scanned]) => [table, scanned - (before[table] ?? 0)] as const);
  return { sizes: options.organizations, lists, sequentialScans: Object.fromEntries(scans.filter(([, scanned]) => scanned > 0)) };
}

async function makeBoth(bench: Workbench, databaseUrl: string, { organizations }: BenchOptions): Promise<[small: Made, large: Made]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const made = [await make(bench, client, organizations[0]), await make(bench, client, organizations[1])] as const;
    // What autovacuum does in time, so that the figures don't depend on when.
    await client.query('VACUUM (ANALYZE)');
    return [...made];
  } finally {
    await client.end();
  }
}

async function make(bench: Workbench, client: pg.Client, size: OrganizationSize): Promise<Made> {
  const organization = await SampleOrganization.make(client, size);
  for (const spaceId of organization.searchedSpaces) {
    const pages = samplePages(PAGES_A_SPACE, 1).map((page) => ({ ...page, markdown: `${page.markdown}\nThe ${RARE.page}.\n` }));
    await bench.commit(spaceId, { newPages: pages });
  }
  const token = async (viewer: Viewer): Promise<string> =>
    (await bench.app.get(TokensService).issue({ userId: organization.idOf('M', PEOPLE[viewer]), label: 'bench' })).token;
  return { organization, tokens: { admin: await token('admin'), member: await token('member'), guest: await token('guest') } };
}

interface WalkedCase {
  listCase: ListCase;
  both: readonly [small: Made, large: Made];
  walks: readonly [small: WalkedList, large: WalkedList];
}

async function walkLists(root: string, both: readonly [small: Made, large: Made]): Promise<WalkedCase[]> {
  const walked: WalkedCase[] = [];
  for (const listCase of LIST_CASES) {
    const [small, large] = [new ListReader(root, both[0], listCase), new ListReader(root, both[1], listCase)];
    walked.push({ listCase, both, walks: [await small.walk(), await large.walk()] });
  }
  return walked;
}

async function measureLists(root: string, walked: readonly WalkedCase[], rounds: number): Promise<ListFigures[]> {
  const figures: ListFigures[] = [];
  for (const { listCase, both, walks } of walked) {
    const [small, large] = [new ListReader(root, both[0], listCase), new ListReader(root, both[1], listCase)];
    const { name: list, viewer } = listCase;
    const common = { list, viewer, counts: [walks[0].count, walks[1].count] as const, exact: walks.every(({ count, items }) => count === items) };
    const measure = (cursors: readonly [small?: string, large?: string]): ReturnType<typeof compare> =>
      compare(() => small.read(PAGE_SIZE, cursors[0]), () => large.read(PAGE_SIZE, cursors[1]), rounds); // prettier-ignore
    figures.push({ ...common, page: 'first', ...(await measure([])) });
    const deep = [walks[0].deep, walks[1].deep] as const;
    if (deep[0] !== undefined && deep[1] !== undefined) figures.push({ ...common, page: 'deep', ...(await measure([deep[0], deep[1]])) });
  }
  return figures;
}

/** The two turn by turn, each one first as often as the other, so that both see the same machine. */
async function compare(small: () => Promise<unknown>, large: () => Promise<unknown>, rounds: number): Promise<{ small: number; large: number; ratio: number }> {
  const times: { small: number; large: number }[] = [];
  const end = performance.now() + LONGEST_MILLISECONDS;
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round += 1) {
    if (round >= WARM_UP_ROUNDS + FEWEST_ROUNDS && performance.now() > end) break;
    const ahead = round % 2 === 0 ? await milliseconds(small) : undefined;
    const ofLarge = await milliseconds(large);
    times.push({ small: ahead ?? (await milliseconds(small)), large: ofLarge });
  }
  const kept = times.slice(WARM_UP_ROUNDS);
  return {
    small: rounded(median(kept.map((time) => time.small))),
    large: rounded(median(kept.map((time) => time.large))),
    ratio: rounded(median(kept.map((time) => time.large / time.small))),
  };
}

class ListReader {
  constructor(
    private readonly root: string,
    private readonly made: Made,
    private readonly listCase: ListCase,
  ) {}

  walk(): ReturnType<typeof walk> {
    return walk((limit, cursor) => this.read(limit, cursor), PAGE_SIZE);
  }

  /** @throws Error for an answer that is no success: its figures would mean nothing */
  async read(limit: number, cursor?: string): Promise<AnsweredPage> {
    const { organization, tokens } = this.made;
    const url = new URL(this.listCase.path(organization), this.root);
    url.searchParams.set('limit', String(limit));
    if (cursor !== undefined) url.searchParams.set('page', cursor);
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${tokens[this.listCase.viewer]}` } });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${url.href} answers ${String(answer.status)}: ${text.slice(0, 500)}`);
    return JSON.parse(text) as AnsweredPage; // what every list answers
  }
}
