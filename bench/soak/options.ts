import { parseArgs } from 'node:util';

/** What runs: one node of two workers, or two nodes, of which one does the jobs. */
export type Layout = 'workers' | 'nodes';

export interface SoakOptions {
  seconds: number;
  seed: number;
  clients: number;
  layout: Layout;
}

/** @throws Error naming an argument that isn't known or can't be used */
export function readOptions(args: readonly string[]): SoakOptions {
  const { values } = parseArgs({ args: [...args], options: { seconds: { type: 'string' }, seed: { type: 'string' }, layout: { type: 'string' }, short: { type: 'boolean' } } });
  const seconds = values.seconds ?? (values.short === true ? '20' : '120');
  const seed = values.seed ?? String(1 + (Date.now() % 1_000_000));
  for (const [name, text] of Object.entries({ seconds, seed })) if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name} must be a whole number from 1.`);
  const layout = values.layout ?? (Number(seed) % 2 === 1 ? 'workers' : 'nodes');
  if (layout !== 'workers' && layout !== 'nodes') throw new Error('--layout must be workers or nodes.');
  return { seconds: Number(seconds), seed: Number(seed), clients: 10, layout };
}
