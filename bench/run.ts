import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import { type BenchDatabase, openBenchDatabase } from './bench-database.js';
import { measureChangeRequests } from './change-requests.js';
import { measureCommenting } from './commenting.js';
import { measureEndurance } from './endurance/endurance.js';
import { measureGrowth } from './growth.js';
import { measureImport } from './importing.js';
import { type BenchOptions, readOptions } from './options.js';
import { measureOrganizations } from './organizations/organizations.js';
import { measureOperations } from './operations/operations.js';
import { type BenchReport, type EnduranceOnlyReport, machine, type OperationsOnlyReport, reportLines } from './report.js';
import { measureSites } from './sites.js';
import { Workbench } from './workbench.js';

const RESULT = 'artifacts/bench.json';

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const folder = await mkdtemp(join(tmpdir(), 'docspine-bench-'));
  // PostgreSQL runs as another user where the benchmark runs as root.
  await chmod(folder, 0o711);
  try {
    const database = await openBenchDatabase(process.env['DATABASE_URL'], join(folder, 'database'));
    endOnSignal(database, folder);
    try {
      const report = await measure(database, folder, options);
      await mkdir('artifacts', { recursive: true });
      await writeFile(RESULT, `${JSON.stringify(report, null, 2)}\n`);
      process.stdout.write(`${reportLines(report).join('\n')}\n\nWritten to ${RESULT}\n`);
    } finally {
      await database.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whoever stops the benchmark finds neither a database nor files of it; its servers end with the process. */
function endOnSignal(database: BenchDatabase, folder: string): void {
  const end = (): void => {
    void database
      .close()
      .then(() => rm(folder, { recursive: true, force: true }))
      .finally(() => process.exit(1));
  };
  process.once('SIGINT', end).once('SIGTERM', end);
}

async function measure(database: BenchDatabase, folder: string, options: BenchOptions): Promise<BenchReport | OperationsOnlyReport | EnduranceOnlyReport> {
  const token = randomBytes(24).toString('base64url');
  const before = machine();
  const bench = await Workbench.open(database.url, folder, token);
  try {
    if (options.minutes !== undefined) {
      process.stdout.write(`Reading and writing for ${String(options.minutes)} minutes …\n`);
      return { machine: before, short: options.short, endurance: await measureEndurance(bench, database.url, folder, options, options.minutes) };
    }
    process.stdout.write('Eight operations …\n');
    const operations = await measureOperations(bench, database.url, folder, options);
    if (options.operationsOnly) return { machine: before, short: options.short, operations };
    process.stdout.write('Growing …\n');
    const growth = await measureGrowth(bench, options);
    process.stdout.write('Changing by request …\n');
    const changeRequests = await measureChangeRequests(bench, options);
    process.stdout.write('Commenting …\n');
    const commenting = await measureCommenting(bench, options);
    process.stdout.write('Importing …\n');
    const imported = await measureImport(bench, database.url, folder, options);
    process.stdout.write('Reading a site …\n');
    const sites = await measureSites(bench, database.url, folder, options);
    process.stdout.write('Growing organizations …\n');
    const organizations = await measureOrganizations(bench, database.url, folder, options);
    return { machine: before, short: options.short, operations, growth, changeRequests, commenting, import: imported, organizations, sites };
  } finally {
    await bench.close();
  }
}

await main();
