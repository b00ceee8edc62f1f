import { spawnSync } from 'node:child_process';

// Looks for known faults in what is delivered. A registry that answers no audits (many mirrors don't) is no finding.
const FAILING = ['moderate', 'high', 'critical'];
const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: 120_000 });
const report = parse(stdout);
const counts = report?.metadata?.vulnerabilities;

if (counts === undefined) {
  console.log(`NOT AUDITED: the registry answers no audit: ${report?.message ?? report?.error?.summary ?? 'no reason given'}`);
} else {
  const found = Object.values(report.vulnerabilities).map(({ name, severity, range }) => `${severity}: ${name} ${range}`);
  console.log(found.length === 0 ? 'Nothing is known against what is delivered.' : found.join('\n'));
  process.exitCode = FAILING.some((severity) => counts[severity] > 0) ? 1 : 0;
}

function parse(text) {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
