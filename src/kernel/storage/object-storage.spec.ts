import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isNativeError } from 'node:util/types';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import S3rver from 's3rver';
import { BadInputError, NotFoundError, UnavailableError } from '../errors/errors.js';
import { LocalObjectStorage } from './local-object-storage.js';
import type { ByteRange, ObjectStorage } from './object-storage.js';
import { openObjectStorage } from './open-object-storage.js';
import { S3ObjectStorage } from './s3-object-storage.js';

let folder: string;
let server: S3rver;
let serverAddress: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'object-storage-'));
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory: join(folder, 's3'),
    silent: true,
    configureBuckets: [{ name: 'docs' }],
  });
  serverAddress = `http://127.0.0.1:${(await server.run()).port}`;
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

function s3Url(path: string, credentials = 'S3RVER:S3RVER@'): string {
  return `s3://${credentials}${path}?endpoint=${encodeURIComponent(serverAddress)}&region=us-east-1&forcePathStyle=true`;
}

const storages: [name: string, open: () => Promise<ObjectStorage>][] = [
  ['a local folder', async () => new LocalObjectStorage(join(folder, 'local'))],
  ['S3', () => openObjectStorage(s3Url('docs/some/prefix'), folder)],
];

describe('a store that can not be used', () => {
  it.each([
    ['is away', () => 's3://KEY:hunter2@docs?endpoint=http://127.0.0.1:9&forcePathStyle=true', /ECONNREFUSED/],
    ['has no such bucket', () => s3Url('other'), /bucket/i],
    ['does not know the key', () => s3Url('docs', 'nobody:hunter2@'), /access key/i],
  ])('is told as one that %s, to the log alone', async (_, url, reason) => {
    const storage = await openObjectStorage(url(), folder);
    const calls = [storage.tryOut(), storage.put('a', Buffer.from('a'), 'text/plain'), storage.read('a').then(() => undefined), storage.read('a', { start: 0, end: 1 }).then(() => undefined)];
    for (const outcome of await Promise.allSettled(calls)) {
      if (outcome.status === 'fulfilled') throw new Error('It was used.');
      expect(outcome.reason).toBeInstanceOf(UnavailableError);
      expect(outcome.reason.message).toBe('The storage of files is away, or refuses the service. Nothing was changed.');
      expect(String(outcome.reason.cause)).toMatch(reason);
      expect(String(outcome.reason.cause)).not.toContain('hunter2');
    }
    if (storage instanceof S3ObjectStorage) storage.close();
  });
});

describe.each(storages)('object storage in %s', (_name, open) => {
  let storage: ObjectStorage;

  beforeAll(async () => {
    storage = await open();
  });

  afterAll(() => {
    if (storage instanceof S3ObjectStorage) storage.close();
  });

  async function bytesOf(key: string, range?: ByteRange): Promise<Buffer> {
    return buffer((await storage.read(key, range)).stream);
  }

  it('gives back what was put', async () => {
    const content = randomBytes(3_000_000);
    await storage.put('files/big', content, 'application/octet-stream');

    const { stream, size } = await storage.read('files/big');
    expect(size).toBe(content.length);
    expect((await buffer(stream)).equals(content)).toBe(true);
  });

  it('keeps an empty object', async () => {
    await storage.put('files/empty', Buffer.alloc(0), 'text/plain');
    const { stream, size } = await storage.read('files/empty');
    expect(size).toBe(0);
    expect(await buffer(stream)).toHaveLength(0);
  });

  it('takes the same key again', async () => {
    const content = Buffer.from('same');
    await Promise.all([1, 2, 3, 4].map(() => storage.put('files/same', content, 'text/plain')));
    await storage.put('files/same', content, 'text/plain');
    expect((await bytesOf('files/same')).toString()).toBe('same');
  });

  it('keeps a key apart from one that goes on behind it', async () => {
    await storage.put('tree', Buffer.from('parent'), 'text/plain');
    await storage.put('tree/leaf', Buffer.from('child'), 'text/plain');
    expect((await bytesOf('tree')).toString()).toBe('parent');
    expect((await bytesOf('tree/leaf')).toString()).toBe('child');
  });

  // Not the first byte alone: the test server takes an end of 0 for no end.
  it.each([
    [{ start: 0, end: 1 }, '01'],
    [{ start: 2, end: 5 }, '2345'],
    [{ start: 9, end: 9 }, '9'],
    [{ start: 7, end: 400 }, '789'],
  ])('reads the range %j', async (range, expected) => {
    await storage.put('files/digits', Buffer.from('0123456789'), 'text/plain');
    const { stream, size } = await storage.read('files/digits', range);
    expect((await buffer(stream)).toString()).toBe(expected);
    expect(size).toBe(10);
  });

  it.each([
    { start: 10, end: 12 },
    { start: 3, end: 2 },
    { start: -1, end: 2 },
    { start: 0.5, end: 2 },
    { start: 0, end: Number.NaN },
  ])('refuses the range %j', async (range) => {
    await storage.put('files/digits', Buffer.from('0123456789'), 'text/plain');
    await expect(storage.read('files/digits', range)).rejects.toThrow(BadInputError);
  });

  it('knows what is there and what is not', async () => {
    expect(await storage.exists('files/known')).toBe(false);
    await storage.put('files/known', Buffer.from('known'), 'text/plain');
    expect(await storage.exists('files/known')).toBe(true);
    expect(await storage.exists('files')).toBe(false);
  });

  it('says that nothing is stored under a key', async () => {
    await expect(storage.read('files/absent')).rejects.toThrow(NotFoundError);
    await expect(storage.read('files/absent', { start: 0, end: 1 })).rejects.toThrow(NotFoundError);
  });

  it('deletes, also what is not there', async () => {
    await storage.put('files/gone', Buffer.from('gone'), 'text/plain');
    await storage.delete('files/gone');
    await storage.delete('files/gone');
    expect(await storage.exists('files/gone')).toBe(false);
    await expect(storage.read('files/gone')).rejects.toThrow(NotFoundError);
  });

  it('is tried out without leaving anything', async () => {
    await storage.tryOut();
  });

  it('takes the longest key', async () => {
    const key = 'k/'.repeat(99) + 'kk';
    await storage.put(key, Buffer.from('long'), 'text/plain');
    expect((await bytesOf(key)).toString()).toBe('long');
  });

  it.each([
    '', '/', '/etc/passwd', '..', '../secret', 'a/../b', 'a/..', 'a..b', 'a//b', 'a/', './a', 'a/./b', 'a/.b', '.a', 'A', 'a b',
    'a\\b', 'a\0b', 'a\n', 'a+b', 'ä', 'a%2fb', 'a~b', 'k'.repeat(201),
  ])('refuses the key %j', async (key) => {
    await expect(storage.put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow(BadInputError);
    await expect(storage.read(key)).rejects.toThrow(BadInputError);
    await expect(storage.exists(key)).rejects.toThrow(BadInputError);
    await expect(storage.delete(key)).rejects.toThrow(BadInputError);
  });
});

describe('the local folder', () => {
  it('spreads files over folders and leaves no temporary file', async () => {
    const root = join(folder, 'spread');
    const storage: ObjectStorage = new LocalObjectStorage(root);
    const keys = Array.from({ length: 60 }, (_, index) => `files/${createHash('sha256').update(String(index)).digest('hex')}`);
    await Promise.all([...keys, ...keys].map((key) => storage.put(key, Buffer.from(key), 'text/plain')));

    expect((await readdir(root)).length).toBeGreaterThan(20);
    const files = (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name.replaceAll('+', '/')).sort()).toEqual([...keys].sort());
  });

  it('reads the first byte alone', async () => {
    const storage = new LocalObjectStorage(join(folder, 'first'));
    await storage.put('a', Buffer.from('0123'));
    expect((await buffer((await storage.read('a', { start: 0, end: 0 })).stream)).toString()).toBe('0');
  });

  it('fails where it cannot write', async () => {
    const root = join(folder, 'blocked');
    await writeFile(root, 'a file, not a folder');
    const storage: ObjectStorage = new LocalObjectStorage(root);
    await expect(storage.put('a', Buffer.from('x'), 'text/plain')).rejects.toThrow();
  });
});

describe('openObjectStorage', () => {
  it.each([undefined, ''])('keeps files in the data directory for %j', async (storageUrl) => {
    const data = await mkdtemp(join(folder, 'data-'));
    const storage = await openObjectStorage(storageUrl, data);
    await storage.put('a', Buffer.from('x'), 'text/plain');
    expect(storage).toBeInstanceOf(LocalObjectStorage);
    expect(await readdir(join(data, 'objects'))).toHaveLength(1);
  });

  it('opens the folder of a file address', async () => {
    const storage = await openObjectStorage(`file://${folder}/with%20space`, '/nowhere');
    await storage.put('a', Buffer.from('x'), 'text/plain');
    expect(await readdir(join(folder, 'with space'))).toHaveLength(1);
  });

  it('separates prefixes of one bucket', async () => {
    const one = await openObjectStorage(s3Url('docs/one'), folder);
    const two = await openObjectStorage(s3Url('docs/two/'), folder);
    await one.put('a', Buffer.from('x'), 'text/plain');
    expect(await one.exists('a')).toBe(true);
    expect(await two.exists('a')).toBe(false);
  });

  it.each([
    ['somewhere', 'not an address'],
    ['https://bucket.example/', '"https:" is not supported'],
    ['file://host/share', 'host'],
    ['file:///folder?x=1', 'no parameters'],
    ['s3://', 'bucket'],
    ['s3://UPPER', 'bucket'],
    ['s3://bucket:80/', 'port'],
    ['s3://key@bucket', 'accessKeyId:secretAccessKey'],
    ['s3://key:se%ZZcret@bucket', 'percent-encoded'],
    ['s3://key:se/cret@bucket', 'not an address'],
    ['s3://bucket?endpoint=minio:9000', 'endpoint'],
    ['s3://bucket?endpoint=nonsense', 'endpoint'],
    ['s3://bucket?region=', 'region'],
    ['s3://bucket?region=a&region=b', 'twice'],
    ['s3://bucket?forcePathStyle=yes', 'forcePathStyle'],
    ['s3://bucket?pathStyle=true', 'pathStyle'],
    ['s3://bucket#part', '#'],
  ])('refuses %s', async (storageUrl, fault) => {
    const refusal = await openObjectStorage(storageUrl, folder).catch((error: unknown) => error);
    if (!isNativeError(refusal)) throw new Error('was accepted');
    expect(refusal.message).toContain('STORAGE_URL');
    expect(refusal.message).toContain(fault);
    expect(refusal.message).toContain('s3://[accessKeyId:secretAccessKey@]bucket');
    expect(refusal.message).not.toContain('cret@');
  });
});
