import { parseArgs } from 'node:util';

export interface SoakOptions {
  seconds: number;
  seed: number;
  clients: number;
}

/** @throws Error naming an argument that isn't known or can't be used */
export function readOptions(args: readonly string[]): SoakOptions {
  const { values } = parseArgs({ args: [...args], options: { seconds: { type: 'string' }, seed: { type: 'string' }, short: { type: 'boolean' } } });
  const seconds = values.seconds ?? (values.short === true ? '20' : '120');
  const seed = values.seed ?? String(Date.now() % 1_000_000);
  for (const [name, text] of Object.entries({ seconds, seed })) if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name} must be a whole number from 1.`);
  return { seconds: Number(seconds), seed: Number(seed), clients: 10 };
}
