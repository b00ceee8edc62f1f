/** How long and how large the benchmark is. */
export interface BenchOptions {
  short: boolean;
  /** Writes a CPU profile of the service into the artifacts. */
  profile: boolean;
  /** Connections that send requests all the time. */
  connections: number;
  rounds: number;
  /** Of each server, in each round. */
  secondsPerRound: number;
  /** To each server before the first round, so that its code is compiled by then. */
  warmUpRequests: number;
  /** Pages of the small and of the large space. */
  spaces: readonly [small: number, large: number];
  /** How often each step is repeated in each space. */
  growthRepeats: number;
  imports: number;
}

const FULL: BenchOptions = { short: false, profile: false, connections: 32, rounds: 7, secondsPerRound: 5, warmUpRequests: 20_000, spaces: [100, 10_000], growthRepeats: 100, imports: 3 };
const SHORT: BenchOptions = { ...FULL, short: true, rounds: 3, secondsPerRound: 1, warmUpRequests: 5_000, growthRepeats: 25, imports: 1 };

/** @throws Error naming an argument that isn't known */
export function readOptions(args: readonly string[]): BenchOptions {
  const unknown = args.find((argument) => !['--short', '--profile'].includes(argument));
  if (unknown !== undefined) throw new Error(`There is no option ${unknown}: --short is a quick form, --profile writes a CPU profile of the service.`);
  return { ...(args.includes('--short') ? SHORT : FULL), profile: args.includes('--profile') };
}
