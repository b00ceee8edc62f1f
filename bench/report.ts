import { arch, cpus, loadavg, platform } from 'node:os';
import type { ChangeRequestsReport } from './change-requests.js';
import type { CommentingReport } from './commenting.js';
import type { EnduranceReport } from './endurance/endurance.js';
import type { GrowthReport } from './growth.js';
import type { ImportReport } from './importing.js';
import type { OrganizationsReport } from './organizations/organizations.js';
import { type OperationReport, type OperationsReport, SERVERS } from './operations/operations.js';
import type { SitesReport } from './sites.js';
import { rounded } from './statistics.js';

/** What the figures were measured on: they compare within one run only. */
export interface MachineReport {
  node: string;
  system: string;
  processor: string;
  cores: number;
  /** Of the last minute, before the run. */
  load: number;
}

/** What is there of a run of the eight operations only. */
export interface OperationsOnlyReport {
  machine: MachineReport;
  short: boolean;
  operations: OperationsReport;
}

/** What is there of a run that lasts some minutes. */
export interface EnduranceOnlyReport {
  machine: MachineReport;
  short: boolean;
  endurance: EnduranceReport;
}

export interface BenchReport extends OperationsOnlyReport {
  growth: GrowthReport;
  changeRequests: ChangeRequestsReport;
  commenting: CommentingReport;
  import: ImportReport;
  organizations: OrganizationsReport;
  sites: SitesReport;
}

/** What the service is meant to keep to. Nothing fails on them: machines differ. */
const TARGETS = { firstReadRatio: 1.5, cachedReadRatio: 1.5, writeRatio: 3, importSeconds: 5, listRatio: 3, changeRequestRatio: 3, commentingRatio: 2, profileOverFloor: 2, notModifiedOverFloor: 1.2, tail: 5, startMilliseconds: 2_000, idleMegabytes: 150, megabytesPerMinute: 1 };

export function machine(): MachineReport {
  const processors = cpus();
  return { node: process.version, system: `${platform()} ${arch()}`, processor: processors[0]?.model ?? 'unknown', cores: processors.length, load: loadavg()[0] ?? 0 };
}

/** The whole report as lines for people. */
export function reportLines(report: BenchReport | OperationsOnlyReport | EnduranceOnlyReport): string[] {
  const { machine } = report;
  return [
    `${machine.processor}, ${String(machine.cores)} cores, load ${machine.load.toFixed(2)}, Node ${machine.node}`,
    '',
    ...('endurance' in report ? enduranceLines(report.endurance) : operationLines(report.operations)),
    ...('growth' in report ? growthLines(report) : []),
  ];
}

function enduranceLines({ minutes, clients, requests, idle, eachMinute, most, settled, perMinute }: EnduranceReport): string[] {
  return [
    `Memory of the service under reads and writes of ${String(clients)} clients for ${String(minutes)} minutes (${String(requests)} requests), megabytes`,
    aim('idle', idle, TARGETS.idleMegabytes),
    `  at the end of each minute: ${eachMinute.join(', ')}`,
    `  at most: ${String(most)}; median after the first third of the time: ${String(settled)}`,
    aim('growth in a minute, after the first third', perMinute, TARGETS.megabytesPerMinute),
  ];
}

function growthLines({ growth, changeRequests, commenting, import: imported, organizations, sites }: BenchReport): string[] {
  return [
    '',
    'One page in a growing space, milliseconds',
    row('pages', 'write', 'first read', 'cached read'),
    ...growth.spaces.map(({ pages, write, firstRead, cachedRead }) => row(String(pages), write, firstRead, cachedRead)),
    aim('write, large over small', growth.writeRatio, TARGETS.writeRatio),
    aim('first read, large over small', growth.firstReadRatio, TARGETS.firstReadRatio),
    aim('cached read, large over small', growth.cachedReadRatio, TARGETS.cachedReadRatio),
    '',
    `A change request of ${String(changeRequests.edits)} pages, milliseconds`,
    row('', ...changeRequests.pages.map((pages) => `${String(pages)} pages`), 'large/small'),
    ...changeRequests.steps.map(({ step, small, large, ratio }) => row(step, small, large, ratio)),
    aim('the slowest step, large over small', Math.max(...changeRequests.steps.map(({ ratio }) => ratio)), TARGETS.changeRequestRatio),
    '',
    `Comments in a space with ${commenting.comments.map(String).join(' and ')} of them, milliseconds`,
    row('', 'few', 'many', 'many/few'),
    ...commenting.steps.map(({ step, small, large, ratio }) => row(step, small, large, ratio)),
    aim('the slowest step, many over few', Math.max(...commenting.steps.map(({ ratio }) => ratio)), TARGETS.commentingRatio),
    '',
    `Importing a book (${imported.book}; ${String(imported.resources)} pages and files)`,
    aim('seconds', imported.seconds, TARGETS.importSeconds),
    `  CPU seconds of the service: ${String(imported.cpuSeconds)}`,
    '',
    ...organizationLines(organizations),
    '',
    ...siteLines(sites),
  ];
}

function operationLines({ settings, connections, operations, notModified, startMilliseconds, idleMegabytes, loadedMegabytes }: OperationsReport): string[] {
  return [
    `Eight operations, ${String(connections)} connections, the service with ${settings}`,
    `  ${'operation'.padEnd(20)}${'server'.padEnd(12)}${['requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'PostgreSQL µs'].map((cell) => cell.padStart(14)).join('')}`,
    ...operations.flatMap(serverLines),
    '',
    `  ${'CPU of the service'.padEnd(20)}${['over nest', 'target', 'over bare', 'p99/p50', 'of a peer'].map((cell) => cell.padStart(14)).join('')}`,
    ...operations.map(({ operation, cpuOverNestFloor, cpuOverBareFloor, peerOverBareFloor, target, servers: { docspine } }) => {
      const cells = [cpuOverNestFloor, target, cpuOverBareFloor, (docspine.p99 / docspine.p50).toFixed(1), peerOverBareFloor === undefined ? '-' : rounded(cpuOverBareFloor / peerOverBareFloor)];
      return `  ${operation.padEnd(20)}${cells.map((cell) => String(cell).padStart(14)).join('')}`;
    }),
    aim(`not modified (${String(notModified.cpu)} µs) over an empty route of the framework (${String(notModified.floor)} µs)`, notModified.ratio, notModified.target),
    aim('p99 over p50 of the service, the worst', rounded(Math.max(...operations.map(({ servers: { docspine } }) => docspine.p99 / docspine.p50))), TARGETS.tail),
    aim('first answer after the start, on existing data, milliseconds', startMilliseconds, TARGETS.startMilliseconds),
    ...(idleMegabytes === undefined ? [] : [aim('memory of the idle service, megabytes', idleMegabytes, TARGETS.idleMegabytes)]),
    `  memory of the service after the load, megabytes: ${String(loadedMegabytes ?? 'unknown')}`,
  ];
}

function serverLines({ operation, servers }: OperationReport): string[] {
  return SERVERS.map((name, place) => {
    const { requestsPerSecond, p50, p99, cpuPerRequest, postgresCpuPerRequest } = servers[name];
    const cells = [Math.round(requestsPerSecond), p50, p99, cpuPerRequest, postgresCpuPerRequest ?? '-'];
    return `  ${(place === 0 ? operation : '').padEnd(20)}${name.padEnd(12)}${cells.map((cell) => String(cell).padStart(14)).join('')}`;
  });
}

function organizationLines({ sizes, lists, sequentialScans }: OrganizationsReport): string[] {
  const scans = Object.entries(sequentialScans).map(([table, count]) => `${table} ${String(count)}`);
  const inexact = lists.filter(({ exact, page }) => !exact && page === 'first').map(({ list, viewer }) => `${list} (${viewer})`);
  const slow = lists.filter(({ ratio }) => ratio > TARGETS.listRatio).length;
  return [
    `A page of a list in growing organizations, milliseconds (${sizes.map(({ members, teams, collections, spaces }) => `${String(members)} members, ${String(teams)} teams, ${String(collections)} collections, ${String(spaces)} spaces`).join('; ')})`,
    `  ${'list'.padEnd(28)}${'viewer'.padEnd(8)}${'page'.padEnd(6)}${['small', 'large', 'large/small', 'counts'].map((cell) => cell.padStart(14)).join('')}`,
    ...lists.map(
      ({ list, viewer, page, small, large, ratio, counts }) =>
        `  ${list.padEnd(28)}${viewer.padEnd(8)}${page.padEnd(6)}${[small, large, ratio, counts.join(' / ')].map((cell) => String(cell).padStart(14)).join('')}`,
    ),
    `  Pages over the target (large/small at most ${String(TARGETS.listRatio)}): ${String(slow)} of ${String(lists.length)}`,
    `  Counts that are not exact: ${inexact.length === 0 ? 'none' : inexact.join(', ')}`,
    `  Whole tables read: ${scans.length === 0 ? 'none' : scans.join(', ')}`,
  ];
}

function siteLines({ bytes, cpu, profileOverFloor, notModifiedOverFloor }: SitesReport): string[] {
  return [
    `The profile of a site with 50 sections and 200 spaces (${String(bytes)} bytes), CPU µs for a request`,
    row('', 'profile', 'not modified', 'floor'),
    row('', cpu.profile, cpu.notModified, cpu.floor),
    aim('profile over the floor', profileOverFloor, TARGETS.profileOverFloor),
    aim('not modified over the floor', notModifiedOverFloor, TARGETS.notModifiedOverFloor),
  ];
}

function row(name: string, ...cells: readonly (string | number)[]): string {
  return `  ${name.padEnd(12)}${cells.map((cell) => String(cell).padStart(14)).join('')}`;
}

function aim(name: string, value: number, target: number): string {
  return `  ${name}: ${String(value)} (target: at most ${String(target)}${value <= target ? '' : ', missed'})`;
}
