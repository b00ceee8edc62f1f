import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SiteStore } from '../src/modules/sites/site-store.js';
import { StructureStore } from '../src/modules/sites/structure/structure-store.js';
import { SpaceStore } from '../src/modules/spaces/space-store.js';
import { freePort } from './free-port.js';
import type { BenchOptions } from './options.js';
import { Load } from './processes/load.js';
import { ServerProcess } from './processes/server-process.js';
import { startService } from './processes/service-process.js';
import { median, rounded } from './statistics.js';
import type { Workbench } from './workbench.js';

const SECTIONS = 50;
const SITE_SPACES = 200;

export interface SitesReport {
  /** Bytes of the profile. */
  bytes: number;
  /** Microseconds of the server's process for a request: medians over the rounds. */
  cpu: { profile: number; notModified: number; floor: number };
  /** Over the floor: medians of the rounds' ratios. */
  profileOverFloor: number;
  notModifiedOverFloor: number;
}

interface Target {
  server: ServerProcess;
  url: string;
  headers: Record<string, string>;
  kind: '2xx' | '3xx';
}

/** Reads the profile of a large site, whole and as unchanged, and the same text from a server that has it in memory. */
export async function measureSites(bench: Workbench, databaseUrl: string, folder: string, options: BenchOptions): Promise<SitesReport> {
  const path = await makeSite(bench);
  const headers = { Authorization: `Bearer ${bench.token}` };
  const load = Load.start();
  const servers: ServerProcess[] = [];
  try {
    const { process: service, url: root } = await startService({
      databaseUrl,
      data: join(folder, 'sites'),
      environment: { LOG_LEVEL: 'info', RATE_LIMIT_REQUESTS: '1000000000' },
      nodeOptions: options.profile ? ['--cpu-prof', '--cpu-prof-dir=artifacts'] : [],
    });
    servers.push(service);
    const url = root + path;
    const body = await service.answers(url, headers);
    const bodyFile = join(folder, 'profile.json');
    await writeFile(bodyFile, body);
    const floorPort = await freePort();
    const floor = ServerProcess.start({
      script: new URL('./floors/stored-floor.js', import.meta.url),
      environment: { DATABASE_URL: databaseUrl, NODE_ENV: 'production', PORT: String(floorPort), TOKEN: bench.token, BODY_FILE: bodyFile },
      logFile: join(folder, 'stored-floor.log'),
    });
    servers.push(floor);
    const floorUrl = `http://127.0.0.1:${String(floorPort)}${path}`;
    if ((await floor.answers(floorUrl, headers)) !== body) throw new Error("The floor doesn't answer the profile.");
    const tag = (await fetch(url, { headers })).headers.get('etag') ?? '';
    const targets: Record<keyof SitesReport['cpu'], Target> = {
      profile: { server: service, url, headers, kind: '2xx' },
      notModified: { server: service, url, headers: { ...headers, 'If-None-Match': tag }, kind: '3xx' },
      floor: { server: floor, url: floorUrl, headers, kind: '2xx' },
    };
    return summarize(body.length, await runRounds(targets, load, options));
  } finally {
    load.stop();
    for (const server of servers) await server.stop();
  }
}

async function makeSite(bench: Workbench): Promise<string> {
  const { organizationId } = bench;
  const spaces = bench.app.get(SpaceStore);
  const structure = bench.app.get(StructureStore);
  const site = await bench.app.get(SiteStore).create({ organizationId, type: 'basic', title: 'Large site', visibility: 'public', spaces: [] });
  for (let section = 0; section < SECTIONS; section += 1) {
    const first = await spaces.create({ organizationId, title: `Section ${String(section)}` });
    const sectionId = await structure.change(site, (locked) => structure.addSection(locked, { title: first.title, icon: 'book', space: first }));
    for (let more = 1; more < SITE_SPACES / SECTIONS; more += 1) {
      const space = await spaces.create({ organizationId, title: `Space ${String(more)} of section ${String(section)}` });
      await structure.change(site, (locked) => structure.addSiteSpace(locked, { space, sectionId }));
    }
  }
  await bench.app.get(SiteStore).update(site, { published: true });
  return `/v1/orgs/${organizationId}/sites/${site.id}/published`;
}

type Round = SitesReport['cpu'];

async function runRounds(targets: Readonly<Record<keyof Round, Target>>, load: Load, options: BenchOptions): Promise<Round[]> {
  const { connections, secondsPerRound, warmUpRequests } = options;
  const names = Object.keys(targets) as (keyof Round)[];
  for (const { url, headers, kind } of Object.values(targets)) await load.run({ url, headers, connections, amount: warmUpRequests }, kind);
  const rounds: Round[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const cpu: Round = { profile: 0, notModified: 0, floor: 0 };
    // Each round begins with another one: none is always the first after a pause.
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length] ?? 'floor';
      const { server, url, headers, kind } = targets[name];
      const before = await server.cpu();
      const result = await load.run({ url, headers, connections, duration: secondsPerRound }, kind);
      cpu[name] = ((await server.cpu()) - before) / result[kind];
    }
    rounds.push(cpu);
  }
  return rounds;
}

function summarize(bytes: number, rounds: readonly Round[]): SitesReport {
  const middle = (pick: (round: Round) => number): number => rounded(median(rounds.map(pick)));
  return {
    bytes,
    cpu: { profile: middle(({ profile }) => profile), notModified: middle(({ notModified }) => notModified), floor: middle(({ floor }) => floor) },
    profileOverFloor: middle(({ profile, floor }) => profile / floor),
    notModifiedOverFloor: middle(({ notModified, floor }) => notModified / floor),
  };
}
