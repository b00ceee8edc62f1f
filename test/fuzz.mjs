import { spawnSync } from 'node:child_process';
import { fileURLToPath, URL } from 'node:url';
import { parseArgs } from 'node:util';

// Sends random requests, in pieces of one service each, as each request leaves something behind. The same seed makes
// the same requests; what a failed piece prints names the seed that repeats it.

const RUN = fileURLToPath(new URL('run.mjs', import.meta.url));
const PIECE = 5_000;

const { values } = parseArgs({ options: { requests: { type: 'string', default: '50000' }, seed: { type: 'string', default: '20260101' } } });
const [requests, seed] = [Number(values.requests), Number(values.seed)];
if (!Number.isSafeInteger(requests) || requests < 1 || !Number.isSafeInteger(seed) || seed < 0) throw new Error('--requests must be a whole number from 1, --seed one from 0.');

const failed = [];
for (let sent = 0; sent < requests; sent += PIECE) {
  // A piece takes a seed for each of its lanes.
  const piece = { FUZZ_REQUESTS: String(Math.min(PIECE, requests - sent)), FUZZ_SEED: String(seed + (sent / PIECE) * 100) };
  console.error(`npm run fuzz -- --requests ${piece.FUZZ_REQUESTS} --seed ${piece.FUZZ_SEED}`);
  const { status } = spawnSync(process.execPath, [RUN, 'test/e2e/fuzz'], { env: { ...process.env, ...piece }, stdio: 'inherit' });
  if (status !== 0) failed.push(piece.FUZZ_SEED);
}
console.error(failed.length === 0 ? `${String(requests)} requests: no fault.` : `Faults with the seeds ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
