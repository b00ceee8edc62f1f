import { execFile } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
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

/** @throws where this account may not mount, with the reason of the system */
export async function mountSmallDisk(path: string, megabytes: number): Promise<SmallDisk> {
  await mkdir(path, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${String(megabytes)}m,mode=0711`, 'tmpfs', path]);
  const ballast = join(path, 'ballast');
  const fill = async (): Promise<void> => {
    const file = await open(ballast, 'w');
    try {
      for (;;) await file.write(Buffer.alloc(4_096));
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOSPC') throw error;
    } finally {
      await file.close();
    }
  };
  return { path, fill, empty: () => rm(ballast), unmount: async () => void (await run('umount', ['--lazy', path])) };
}
