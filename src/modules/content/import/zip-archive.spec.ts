import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BadInputError } from '../../../kernel/errors/errors.js';
import { DEFAULT_IMPORT_LIMITS } from './import-limits.js';
import { ImportRun } from './import-run.js';
import { type RawEntry, rawZip } from './testing/raw-zip.js';
import { zipOf } from './testing/site.js';
import { readZipArchive } from './zip-archive.js';

async function read(bytes: Buffer): Promise<{ files: Record<string, string>; failures: string[] }> {
  const run = new ImportRun(DEFAULT_IMPORT_LIMITS);
  const folder = await readZipArchive(bytes, run);
  return {
    files: Object.fromEntries([...folder.entries()].map(([path, content]) => [path, content.toString()])),
    failures: run.failures.map(({ resource, reason }) => `${resource}: ${reason}`),
  };
}

const entry = (name: string | Buffer, more: Partial<RawEntry> = {}): RawEntry => ({ name: Buffer.from(name), content: Buffer.from('x'), ...more });

describe('readZipArchive', () => {
  it('reads files and leaves out what is no content, unread', async () => {
    expect(await read(await zipOf({ 'a/b.md': 'B', '.git/config': 'c', 'a/.DS_Store': 'd', '__MACOSX/a/._b.md': 'e', 'node_modules/x.md': 'f', '.gitbook/assets/x.png': 'g' }))).toEqual({
      files: { 'a/b.md': 'B', '.gitbook/assets/x.png': 'g' },
      failures: [],
    });
  });

  it.each(['../x.md', 'a/../../x.md', '/etc/x.md', 'C:\\x.md', '..\\x.md', 'a\0.md', `${'a/'.repeat(100)}x.md`])('takes nothing that leads outside: %j', async (name) => {
    const { files, failures } = await read(rawZip([entry(name), entry('ok.md')]));
    expect(files).toEqual({ 'ok.md': 'x' });
    expect(failures).toHaveLength(1);
  });

  it('lists symbolic links and names that are there twice', async () => {
    const { files, failures } = await read(rawZip([entry('l.md', { mode: 0o120777 }), entry('a.md'), entry('a.md', { content: Buffer.from('y') }), entry('./a.md')]));
    expect(files).toEqual({ 'a.md': 'x' });
    expect(failures).toEqual(['l.md: is a symbolic link', ...Array<string>(2).fill('a.md: is in the archive more than once; the first one is taken')]);
  });

  it('reads names in UTF-8 with and without the flag, else in CP437, composed', async () => {
    const { files } = await read(rawZip([entry('ü.md'), entry('é.md', { utf8: true }), entry(Buffer.from([0x94, 0x2e, 0x6d, 0x64])), entry('e\u0301e.md')]));
    expect(Object.keys(files)).toEqual(['ü.md', 'é.md', 'ö.md', 'ée.md']);
  });

  it('refuses encrypted archives, false sizes and damage', async () => {
    await expect(read(rawZip([entry('a.md', { encrypted: true })]))).rejects.toThrow('is encrypted');
    expect((await read(rawZip([entry('a.md', { crc: 1 })]))).failures).toEqual([expect.stringContaining('a.md: is damaged')]);
    const whole = await zipOf({ 'a.md': 'a'.repeat(1000) });
    await expect(read(whole.subarray(0, whole.length - 30))).rejects.toThrow('the zip archive is damaged');
  });

  it('never fails but with bad input, whatever byte is changed', async () => {
    const whole = await zipOf({ 'a.md': 'hello hello hello', 'b/c.md': 'x' });
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, value) => {
        const bytes = Buffer.from(whole);
        bytes[at] = value;
        await read(bytes).catch((error: unknown) => expect(error).toBeInstanceOf(BadInputError));
      }),
      { numRuns: 300 },
    );
  });
});
