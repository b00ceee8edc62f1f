import { execFile } from 'node:child_process';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemErrorCode } from '../../src/kernel/database/embedded-postgres-error.js';

const run = promisify(execFile);

/** A disk of its own, small enough to be filled. */
export interface SmallDisk {
  path: string;
  /** Leaves not a byte. */
  fill(): Promise<void>;
  empty(): Promise<void>;
  unmount(): Promise<void>;
}

/** @throws Error that tells what is needed where this account may not mount */
export async function mountSmallDisk(path: string, megabytes: number): Promise<SmallDisk> {
  await mkdir(path, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${String(megabytes)}m,mode=0711`, 'tmpfs', path]).catch((cause: unknown) => {
    throw new Error(`This test fills a disk of its own, and could mount none: run it as root, in a container with --cap-add SYS_ADMIN. ${String(cause)}`, { cause });
  });
  const ballast = join(path, 'ballast');
  const fill = async (): Promise<void> => {
    const file = await open(ballast, 'w');
    try {
      for (const piece of [1_048_576, 4_096]) await writeUntilFull(file, Buffer.alloc(piece));
    } finally {
      await file.close();
    }
  };
  return { path, fill, empty: () => rm(ballast), unmount: async () => void (await run('umount', ['--lazy', path])) };
}

async function writeUntilFull(file: FileHandle, piece: Buffer): Promise<void> {
  try {
    for (;;) await file.write(piece);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOSPC') throw error;
  }
}
