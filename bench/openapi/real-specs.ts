import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A spec that a package of npm holds. */
export interface RealSpec {
  slug: string;
  /** With its version, so that figures can be compared. */
  package: string;
  file: string;
}

/** Public interfaces of five providers, from a quarter to thirteen megabytes; JSON, YAML, and JSON with a byte-order mark. */
export const REAL_SPECS: readonly RealSpec[] = [
  { slug: 'dialogporten', package: '@digdir/dialogporten-schema@1.40.0', file: 'swagger.verified.json' },
  { slug: 'directus', package: '@directus/specs@15.2.0', file: 'dist/openapi.json' },
  { slug: 'blockfrost', package: '@blockfrost/openapi@0.1.93', file: 'openapi.yaml' },
  { slug: 'ideal-postcodes', package: '@ideal-postcodes/openapi@4.21.0', file: 'dist/openapi.yaml' },
  { slug: 'github', package: '@octokit/openapi@23.0.2', file: 'generated/api.github.com.json' },
];

/** Fetches the package into the folder; the bytes of its spec. */
export async function fetchSpec({ slug, package: name, file }: RealSpec, folder: string): Promise<Buffer> {
  const target = join(folder, slug);
  await mkdir(target, { recursive: true });
  await run('npm', ['pack', '--silent', '--pack-destination', target, name]);
  const [archive] = await readdir(target);
  if (archive === undefined) throw new Error(`npm fetched nothing for ${name}.`);
  await run('tar', ['-xzf', archive, `package/${file}`], { cwd: target });
  return readFile(join(target, 'package', file));
}
