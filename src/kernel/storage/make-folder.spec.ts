import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeFolder } from './make-folder.js';

describe('makeFolder', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'make-folder-'));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  it('makes what is missing, and tells the topmost', async () => {
    expect(await makeFolder(join(root, 'a/b/c'), 0o700)).toBe(join(root, 'a'));
    expect((await stat(join(root, 'a/b/c'))).mode & 0o777).toBe(0o700);
    expect(await makeFolder(join(root, 'a/b/d'))).toBe(join(root, 'a/b/d'));
    expect(await makeFolder(join(root, 'a/b/d'))).toBeUndefined();
  });

  it('is made once by many at the same time', async () => {
    await Promise.all(Array.from({ length: 8 }, () => makeFolder(join(root, 'x/y/z'))));
    expect((await stat(join(root, 'x/y/z'))).isDirectory()).toBe(true);
  });

  it('tells what is in the way', async () => {
    await writeFile(join(root, 'file'), '');
    for (const path of ['file', 'file/below']) await expect(makeFolder(join(root, path))).rejects.toThrow(/EEXIST|ENOTDIR/);
  });

  it('ends where nothing can be made', async () => {
    await expect(makeFolder('/proc/docspine/data')).rejects.toThrow();
  });
});
