import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

// Lists what is delivered with its licences, and sees that each may be delivered and that versions are exact.
// `--check` writes nothing and fails where the list isn't current.
const LIST = 'docs/licences.md';
const ADMITTED = new Set(['0BSD', 'Apache-2.0', 'BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0', 'OFL-1.1', 'Python-2.0', 'Zlib']);
/** Packages that tell their licence in a file of theirs alone. */
const READ = { busboy: 'MIT', streamsearch: 'MIT', 'png-js': 'MIT' };

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const delivered = new Map();
for (const [path, { dev, version, license }] of Object.entries(lock.packages)) {
  const name = path.split('node_modules/').pop();
  if (path !== '' && dev !== true) delivered.set(`${name} ${version}`, license ?? READ[name] ?? 'none told');
}

const faults = [];
for (const kind of ['dependencies', 'optionalDependencies', 'devDependencies']) {
  for (const [name, version] of Object.entries(manifest[kind] ?? {})) if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) faults.push(`${name}: ${version} is no exact version`);
}
for (const [name, licence] of delivered) if (!isAdmitted(licence)) faults.push(`${name}: may not be delivered under its licence (${licence})`);

const list = listOf(delivered);
if (process.argv.includes('--check')) {
  if (readFileSync(LIST, 'utf8') !== list) faults.push(`${LIST} is not current: npm run licences`);
} else {
  writeFileSync(LIST, list);
}
console.log(faults.length === 0 ? `${String(delivered.size)} packages are delivered, each under a licence that admits it.` : faults.join('\n'));
process.exitCode = faults.length === 0 ? 0 : 1;

/** Of several, all that "AND" joins, and one that "OR" joins. */
function isAdmitted(expression) {
  const text = expression.replace(/^\((.*)\)$/, '$1');
  if (text.includes(' AND ')) return text.split(' AND ').every(isAdmitted);
  if (text.includes(' OR ')) return text.split(' OR ').some(isAdmitted);
  return ADMITTED.has(text);
}

function listOf(packages) {
  const sections = [...group(packages)].sort(([one], [other]) => (one < other ? -1 : 1)).map(([licence, names]) => `## ${licence}\n\n${names.sort().join(', ')}\n`);
  return `# Licences\n\nOf the packages that are delivered with Docspine (itself Apache-2.0), made by \`npm run licences\` from the lock file.\n\n${sections.join('\n')}`;
}

function group(packages) {
  const groups = new Map();
  for (const [name, licence] of packages) groups.set(licence, [...(groups.get(licence) ?? []), name]);
  return groups;
}
