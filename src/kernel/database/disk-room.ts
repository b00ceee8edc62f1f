import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { withClient } from './embedded-postgres-client.js';

const MEGABYTE = 1_048_576;
/** Megabytes of room under which nothing more is written: the server needs some for its log, and crashes without. */
const LEAST = 32;
/** Megabytes that a file keeps for the server, where something else fills the disk. */
const RESERVE = 64;
/** Megabytes of room with which all goes on. */
const ENOUGH = 128;
/** Milliseconds between two looks. */
const LOOK_EVERY = 1_000;

/**
 * Keeps a server from crashing on a full disk, after which it could not even be read: while there is too little room, its
 * transactions only read, whoever begins them.
 */
export class DiskRoom {
  private readonly reserve: string;
  /** There while a look is under way. */
  private looking: Promise<void> | undefined;

  private constructor(
    private readonly home: string,
    private readonly url: string,
    private readonly log: (message: string) => void,
    private isShort: boolean,
  ) {
    this.reserve = reserveIn(home);
  }

  /** Gives a server that is about to start what is kept for it, where it would find no room. @param home folder of the database */
  static async makeRoom(home: string): Promise<void> {
    if ((await freeMegabytes(home)) < LEAST) await rm(reserveIn(home), { force: true });
  }

  /** @param home folder of the database. Answers what ends the watch */
  static async watch(home: string, url: string, log: (message: string) => void): Promise<() => Promise<void>> {
    // It may have been left so.
    const wasShort = await withClient(url, async (client) => (await client.query("SELECT FROM pg_settings WHERE name = 'default_transaction_read_only' AND reset_val = 'on'")).rowCount === 1);
    const room = new DiskRoom(home, url, log, wasShort);
    // Whoever starts on the database next may have to change it.
    await room.look();
    const timer = setInterval(() => {
      // One that takes longer, as the server is away, is not joined by others.
      room.looking ??= room.look().finally(() => (room.looking = undefined));
    }, LOOK_EVERY);
    timer.unref();
    return async () => {
      clearInterval(timer);
      await room.looking;
    };
  }

  private async look(): Promise<void> {
    try {
      const free = await freeMegabytes(this.home);
      if (!this.isShort && free < LEAST) await this.stopWriting();
      else if (this.isShort && free >= ENOUGH) await this.writeAgain();
      else if (!this.isShort && free >= ENOUGH) await this.keepReserve();
    } catch {
      // The server is away for now, or the disk was full again before: the next look sees.
    }
  }

  private async stopWriting(): Promise<void> {
    await rm(this.reserve, { force: true });
    await this.letOnlyRead(true);
    this.isShort = true;
    this.log(`The disk of the database is full: nothing more is written until ${String(ENOUGH)} MB are free in ${this.home}.`);
  }

  private async writeAgain(): Promise<void> {
    await this.letOnlyRead(false);
    this.isShort = false;
    this.log('The disk of the database has room again.');
  }

  private async letOnlyRead(isOnlyRead: boolean): Promise<void> {
    await withClient(this.url, async (client) => {
      await client.query(isOnlyRead ? 'ALTER SYSTEM SET default_transaction_read_only TO on' : 'ALTER SYSTEM RESET default_transaction_read_only');
      await client.query('SELECT pg_reload_conf()');
    });
  }

  private async keepReserve(): Promise<void> {
    if (await stat(this.reserve).then(({ size }) => size === RESERVE * MEGABYTE, () => false)) return;
    const file = await open(this.reserve, 'w', 0o600);
    try {
      // Of zeros, some disks would keep nothing.
      const piece = randomBytes(MEGABYTE);
      for (let written = 0; written < RESERVE; written += 1) await file.write(piece);
    } finally {
      await file.close();
    }
  }
}

function reserveIn(home: string): string {
  return join(home, 'reserve');
}

async function freeMegabytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return (bavail * bsize) / MEGABYTE;
}
