import { parseArgs } from 'node:util';
import type { DataSize } from './operations/operations-data.js';
import type { OrganizationSize } from './organizations/sample-organization.js';

/** How long and how large the benchmark is. */
export interface BenchOptions {
  short: boolean;
  /** Writes a CPU profile of the service into the artifacts. */
  profile: boolean;
  /** Leaves out everything but the eight operations. */
  operationsOnly: boolean;
  /** Leaves out everything but a mixed load of so many minutes, after which it tells whether memory grew. */
  minutes?: number;
  /** Connections that send requests all the time. */
  connections: number;
  rounds: number;
  /** Of each server, in each round. */
  secondsPerRound: number;
  /** To each server before the first round, so that its code is compiled by then. */
  warmUpRequests: number;
  /** What the eight operations work on. */
  operations: DataSize;
  /** Change requests that each server merges in each round; they are made before the first. */
  merges: number;
  /** Before the memory of the idle service is read. */
  restSeconds: number;
  /** Pages of the small and of the large space. */
  spaces: readonly [small: number, large: number];
  /** How often each step is repeated in each space. */
  growthRepeats: number;
  /** In the space with few and in the one with many. */
  comments: readonly [small: number, large: number];
  imports: number;
  /** The small and the large organization. */
  organizations: readonly [small: OrganizationSize, large: OrganizationSize];
  /** How often each page of a list is read in each organization. */
  listRounds: number;
}

const SMALL_ORGANIZATION: OrganizationSize = { members: 500, teams: 20, collections: 50, spaces: 200 };

function times(factor: number, { members, teams, collections, spaces }: OrganizationSize): OrganizationSize {
  return { members: members * factor, teams: teams * factor, collections: collections * factor, spaces: spaces * factor };
}

const FULL: BenchOptions = {
  short: false,
  profile: false,
  operationsOnly: false,
  connections: 32,
  rounds: 5,
  secondsPerRound: 3,
  warmUpRequests: 3_000,
  operations: { members: 200, spaces: 300, pages: 1_000, comments: 10_000 },
  merges: 64,
  restSeconds: 60,
  spaces: [100, 10_000],
  growthRepeats: 100,
  comments: [1_000, 100_000],
  imports: 3,
  organizations: [SMALL_ORGANIZATION, times(100, SMALL_ORGANIZATION)],
  listRounds: 25,
};
const SHORT: BenchOptions = {
  ...FULL,
  short: true,
  rounds: 2,
  secondsPerRound: 0.5,
  warmUpRequests: 640,
  operations: { members: 50, spaces: 60, pages: 200, comments: 2_000 },
  merges: 32,
  restSeconds: 2,
  growthRepeats: 25,
  comments: [1_000, 20_000],
  imports: 1,
  organizations: [SMALL_ORGANIZATION, times(10, SMALL_ORGANIZATION)],
  listRounds: 15,
};

/** @throws Error naming an argument that isn't known or can't be used */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({ args: [...args], options: { short: { type: 'boolean' }, profile: { type: 'boolean' }, operations: { type: 'boolean' }, minutes: { type: 'string' } } });
  const { short, profile = false, operations: operationsOnly = false, minutes } = values;
  if (minutes !== undefined && !/^([2-9]|[1-9]\d{1,3})$/.test(minutes)) throw new Error('--minutes must be a whole number from 2 to 9999.');
  return { ...(short === true ? SHORT : FULL), profile, operationsOnly, ...(minutes === undefined ? {} : { minutes: Number(minutes) }) };
}
