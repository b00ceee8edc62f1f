import type { Database } from '../../src/kernel/database/database.js';
import type { Json } from './client.js';
import { historyFaults } from './history-faults.js';
import { pause } from './processes.js';

/** What one client has been told is done. */
interface Acknowledged {
  space: string;
  /** Of pages, two for each merge. */
  titles: string[];
  /** Of those that came with a picture which says the same title. */
  pictures: string[];
  comments: string[];
}

/** The address of an archive with pages of these titles and their pictures. */
type ArchiveOf = (titles: readonly string[]) => string;

/** In milliseconds: what is written is read again afterwards, all of it. */
const BETWEEN_ROUNDS = 50;

/** Clients that write and read again and again, and remember what they were told. */
export class Load {
  readonly acknowledged: Acknowledged[] = [];
  /** Answers by status; 0: the connection ended without one. */
  readonly statuses = new Map<number, number>();
  /** Answers that no fault excuses. */
  readonly wrong: { request: string; status: number; text: string; requestId: string }[] = [];
  /** So many were acknowledged. */
  merges = 0;
  private isOver = false;
  private readonly clients: Promise<void>[] = [];

  constructor(
    private url: string,
    private readonly token: string,
    private readonly organization: string,
    private readonly archiveOf?: ArchiveOf,
  ) {}

  start(clients: number): this {
    for (let client = 0; client < clients; client += 1) this.clients.push(this.work());
    return this;
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.clients);
  }

  /** Where the service is from now on. */
  moveTo(url: string): void {
    this.url = url;
  }

  count(status: number): number {
    return this.statuses.get(status) ?? 0;
  }

  /** What was acknowledged until now. */
  soFar(): Acknowledged[] {
    return structuredClone(this.acknowledged);
  }

  /** What is not there though it was acknowledged, what is there by half, and answers that no fault excuses. */
  async losses(database: Pick<Database, 'query'>, acknowledged: readonly Acknowledged[] = this.acknowledged): Promise<object[]> {
    const lost: object[] = [...this.wrong];
    for (const { space, titles, pictures, comments } of acknowledged) {
      const pages: string[] = (await this.send('GET', `/v1/spaces/${space}/content/pages`))?.pages.map(({ title }: Json) => title) ?? [];
      const there = new Set(pages);
      lost.push(...titles.filter((title) => !there.has(title)).map((title) => ({ space, lostPage: title })));
      lost.push(...pages.filter((title) => !there.has(otherHalf(title))).map((title) => ({ space, halfMerge: title })));
      const drawn = pictures.length === 0 ? new Set() : await this.picturesIn(space);
      lost.push(...pictures.filter((title) => !drawn.has(title)).map((title) => ({ space, lostPicture: title })));
      const kept = await database.query<{ id: string }>('SELECT id FROM comments WHERE id = ANY($1)', [comments]);
      if (kept.length < comments.length) lost.push({ space, lostComments: comments.length - kept.length });
      lost.push(...(await historyFaults(database, space)).map((fault) => ({ space, ...fault })));
    }
    return lost;
  }

  private async work(): Promise<void> {
    let mine: Acknowledged | undefined;
    for (let round = 1; !this.isOver; round += 1) {
      mine ??= await this.makeSpace();
      if (mine !== undefined) await this.contribute(mine, String(round));
      await pause(BETWEEN_ROUNDS);
    }
  }

  private async makeSpace(): Promise<Acknowledged | undefined> {
    const space = await this.send('POST', `/v1/orgs/${this.organization}/spaces`, { title: 'Load' });
    if (space === undefined) return undefined;
    const made = { space: String(space.id), titles: [], pictures: [], comments: [] };
    this.acknowledged.push(made);
    return made;
  }

  private async contribute({ space, titles, pictures, comments }: Acknowledged, round: string): Promise<void> {
    const request = await this.send('POST', `/v1/spaces/${space}/change-requests`, { subject: round });
    if (request === undefined) return;
    const path = `/v1/spaces/${space}/change-requests/${String(request.id)}`;
    const pair = [`${round} one`, `${round} other`];
    const changes = pair.map((title) => ({ operation: 'insert_page', title, document: { markdown: `${title}\n` } }));
    if ((await this.send('POST', `${path}/content`, { changes })) === undefined) return;
    const imported = this.archiveOf === undefined ? [] : [`${round} imported one`, `${round} imported other`];
    if (this.archiveOf !== undefined && (await this.send('POST', `${path}/content/import`, { source: 'zip', url: this.archiveOf(imported) })) === undefined) return;
    if ((await this.send('POST', `${path}/merge`)) === undefined) return;
    this.merges += 1;
    titles.push(...pair, ...imported);
    pictures.push(...imported);
    const comment = await this.send('POST', `/v1/spaces/${space}/comments`, { body: { markdown: round } });
    if (comment !== undefined) comments.push(String(comment.id));
    await this.send('GET', `/v1/orgs/${this.organization}/spaces`);
  }

  /** What the pictures of the space say. */
  private async picturesIn(space: string): Promise<ReadonlySet<string>> {
    const files: Json = await this.send('GET', `/v1/spaces/${space}/content/files?limit=1000`);
    const texts = await Promise.all(files.items.map(async ({ downloadURL }: Json) => (await fetch(downloadURL)).text()));
    return new Set(texts.map((text: string) => /<title>(.*)<\/title>/.exec(text)?.[1] ?? ''));
  }

  /** What was answered; undefined where nothing was, or that the service can't for now. */
  private async send(method: string, path: string, body?: object): Promise<Json> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
    const answer = await fetch(this.url + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
      .then(async (response) => ({ status: response.status, retryAfter: response.headers.get('retry-after'), requestId: response.headers.get('x-request-id') ?? '', text: await response.text() }))
      .catch(() => ({ status: 0, retryAfter: null, requestId: '', text: '' }));
    this.statuses.set(answer.status, this.count(answer.status) + 1);
    if (answer.status >= 200 && answer.status < 300) return JSON.parse(answer.text);
    const isExcused = answer.status === 0 || (answer.status === 503 && answer.retryAfter !== null);
    if (!isExcused) this.wrong.push({ request: `${method} ${path}`, ...answer });
    return undefined;
  }
}

function otherHalf(title: string): string {
  return title.endsWith('one') ? title.replace(/one$/, 'other') : title.replace(/other$/, 'one');
}
