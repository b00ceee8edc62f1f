import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { isAlive, temporaryFolder, until } from '../support/processes.js';
import { mountSmallDisk, type SmallDisk } from './disk.js';
import { report } from './recovery.js';
import { postgresPid, setEmbeddedStage, type Stage } from './stage.js';
import { CLIENTS, underLoad } from './under-load.js';

const DISK_MEGABYTES = 400;
/** Requests of each kind while the disk is full. */
const IN_A_ROW = 20;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let disk: SmallDisk;
let stage: Stage;

beforeAll(async () => {
  folder = await temporaryFolder();
  disk = await mountSmallDisk(join(folder.path, 'disk'), DISK_MEGABYTES);
  stage = await setEmbeddedStage(join(disk.path, 'data'), {});
});
afterAll(async () => {
  await (stage as Stage | undefined)?.end(); // where it came so far
  await (disk as SmallDisk | undefined)?.unmount();
  await folder.remove();
});

const postgres = async (): Promise<number> => (await postgresPid(join(disk.path, 'data'))) ?? 0;

/** Until then, what finds room in the files that are there is still written. */
async function isOnlyRead(): Promise<boolean> {
  const [row] = await stage.database.query<{ value: string }>("SELECT current_setting('default_transaction_read_only') AS value");
  return row?.value === 'on';
}

/** As the server does now and then: it takes room. */
async function beginLogFile(): Promise<void> {
  await stage.database.query('SELECT pg_switch_wal()');
  await stage.database.query('CHECKPOINT');
}

describe('the embedded PostgreSQL', () => {
  it('that a killed service left running is no obstacle for the next one on the same folder, and nothing acknowledged is lost', async () => {
    await underLoad(stage, 'service killed, not its PostgreSQL', async () => {
      const left = await postgres();
      await stage.service.stop('SIGKILL');
      expect(isAlive(left)).toBe(true);
      await stage.startAgain();
      // The system may keep what ended in mind for a moment.
      await until(() => Promise.resolve(!isAlive(left)));
    });
  });

  it('that is killed is started again, and the service goes on', async () => {
    const { pid } = stage.service;
    const load = await underLoad(stage, 'embedded PostgreSQL killed', async () => {
      process.kill(await postgres(), 'SIGKILL');
      await until(async () => (await stage.ask('/readyz')).status === 503);
    });
    expect([load.count(0), stage.service.pid, isAlive(pid)]).toEqual([0, pid, true]);
  });

  it('goes on to be read while its disk is full, and takes writes once there is room', async () => {
    const before = await postgres();
    const path = `/v1/orgs/${stage.organization}/spaces`;
    const write = async (): Promise<[number, boolean]> => {
      const { status, headers } = await stage.ask(path, 'POST', { title: 'Lost' });
      return [status, headers.has('retry-after')];
    };
    const load = await underLoad(stage, 'disk of the embedded PostgreSQL full', async (clients) => {
      await disk.fill();
      await until(isOnlyRead);
      for (let count = 0; count < IN_A_ROW; count += 1) {
        expect([(await stage.ask(path)).status, await write()]).toEqual([200, [503, true]]);
        if (count === 0) await beginLogFile();
      }
      expect(clients.count(503)).toBeGreaterThan(CLIENTS);
      await disk.empty();
    });
    expect([load.count(0), await postgres()]).toEqual([0, before]);
  });

  it('starts on a full disk, where it is read, and takes writes once there is room', async () => {
    await stage.service.stop();
    await disk.fill();
    await stage.startAgain();
    expect((await stage.ask(`/v1/orgs/${stage.organization}/spaces`)).status).toBe(200);
    await disk.empty();
    await until(() => stage.works());
  });

  it('has kept nothing that the check of the operator finds', async () => {
    const { code, stdout, stderr } = await stage.check();
    expect([code, stderr, JSON.parse(stdout)]).toEqual([0, '', expect.objectContaining({ violated: [] })]);
    report(stdout.replaceAll(/\s+/g, ' '));
  });
});
