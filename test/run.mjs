import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { clearTimeout, setTimeout } from 'node:timers';
import { fileURLToPath, URL } from 'node:url';
import { parseArgs } from 'node:util';

// Runs the tests in shards, one after the other on each processor, each in a Jest process of its own. Jest's own
// workers are no choice: each file that boots the service leaves memory behind, and a worker that Jest replaces for
// it, or that never comes to an end, holds up all others for ever. Here a shard that hangs is named and ended.

const CONFIG = fileURLToPath(new URL('../jest.config.mjs', import.meta.url));
const JEST = fileURLToPath(new URL('../node_modules/jest/bin/jest.js', import.meta.url));
const SHARDS = 8;
/** Several times what a shard takes on a machine of two processors. */
const SHARD_MILLISECONDS = 12 * 60_000;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { reports: { type: 'string' }, testNamePattern: { type: 'string', short: 't' } } });

if (positionals.length > 0 || values.testNamePattern !== undefined) {
  const pattern = values.testNamePattern === undefined ? [] : ['--testNamePattern', values.testNamePattern];
  process.exitCode = (await jest([...positionals, ...pattern])).passed ? 0 : 1;
} else {
  const waiting = Array.from({ length: SHARDS }, (_, index) => index + 1);
  const failed = [];
  const lane = async () => {
    for (let shard = waiting.shift(); shard !== undefined; shard = waiting.shift()) if (!(await runShard(shard))) failed.push(shard);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  console.error(failed.length === 0 ? `All ${String(SHARDS)} shards passed.` : `Failed shards: ${failed.sort((one, other) => one - other).join(', ')} of ${String(SHARDS)}.`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

async function runShard(shard) {
  const report = values.reports === undefined ? undefined : join(values.reports, `${String(shard)}.json`);
  const options = [`--shard=${String(shard)}/${String(SHARDS)}`, ...(report === undefined ? [] : ['--json', `--outputFile=${report}`])];
  const first = await jest(options);
  if (!first.hung) return first.passed;
  console.error(`Shard ${String(shard)} did not end within ${String(SHARD_MILLISECONDS / 1000)} s; it ended ${first.output.match(/^(PASS|FAIL) \S+/gm)?.join(', ') ?? 'no file'}. It runs once more.`);
  const second = await jest(options);
  // Jest wrote none: what sums up the reports would take the shard for one without tests.
  if (second.hung && report !== undefined) writeFileSync(report, JSON.stringify({ numPassedTests: 0, numFailedTests: 1, numRuntimeErrorTestSuites: 0 }));
  return second.passed;
}

/** Runs Jest in one process; its output is shown when it ended, so that lines of two lanes don't mix. */
function jest(options) {
  return new Promise((resolve) => {
    // A group of its own, so that the database server ends with it. What a test left open keeps nothing waiting.
    const child = spawn(process.execPath, [JEST, '--config', CONFIG, '--runInBand', '--forceExit', ...options], { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    let output = '';
    let hung = false;
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    const timer = setTimeout(() => {
      hung = true;
      process.kill(-child.pid, 'SIGKILL');
    }, SHARD_MILLISECONDS);
    const pass = (signal) => process.kill(-child.pid, signal);
    process.on('SIGINT', pass).on('SIGTERM', pass);
    child.on('close', (code) => {
      clearTimeout(timer);
      process.off('SIGINT', pass).off('SIGTERM', pass);
      console.error(output);
      resolve({ passed: code === 0, hung, output });
    });
  });
}
