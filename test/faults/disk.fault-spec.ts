import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json } from '../support/client.js';
import { temporaryFolder } from '../support/processes.js';
import { mountSmallDisk, type SmallDisk } from './disk.js';
import { recovers } from './recovery.js';
import { setStage, type Stage } from './stage.js';

const FILE = Buffer.alloc(500_000, 'bytes of a file ');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let disk: SmallDisk;
let stage: Stage;

beforeAll(async () => {
  folder = await temporaryFolder();
  disk = await mountSmallDisk(join(folder.path, 'disk'), 4);
  stage = await setStage({ DATA_DIR: disk.path });
});
afterAll(async () => {
  await (stage as Stage | undefined)?.end(); // where it came so far
  await (disk as SmallDisk | undefined)?.unmount();
  await folder.remove();
});

describe('a full disk under DATA_DIR', () => {
  it('makes files answer 503 and leaves nothing of them, all else works, and files too once there is room', async () => {
    const { ask, organization } = stage;
    const space = await json(await ask(`/v1/orgs/${organization}/spaces`, 'POST', { title: 'Files' }));
    const request = await json(await ask(`/v1/spaces/${String(space.id)}/change-requests`, 'POST', {}));
    const content = `/v1/spaces/${String(space.id)}/change-requests/${String(request.id)}/content`;
    const insert = (name: string): Promise<Response> =>
      ask(content, 'POST', {
        changes: [
          { operation: 'insert_page', title: name, document: { markdown: 'With a file.' } },
          { operation: 'insert_files', files: [{ name, base64: Buffer.concat([Buffer.from(name), FILE]).toString('base64'), contentType: 'text/plain' }] },
        ],
      });
    await disk.fill();
    const refused = await insert('lost.txt');
    expect([refused.status, refused.headers.get('retry-after'), (await json(refused)).error.message]).toEqual([503, expect.stringMatching(/^\d+$/), expect.stringContaining('full')]);
    expect((await json(await ask(`${content}/files`))).items).toEqual([]);
    expect((await json(await ask(`${content}/pages`))).pages).toEqual([]);
    expect((await readdir(disk.path, { recursive: true })).filter((name) => name.includes('~'))).toEqual([]);
    const written = await ask(content, 'POST', { changes: [{ operation: 'insert_page', title: 'Without files', document: { markdown: 'Text.' } }] });
    expect(written.status).toBe(200);
    await disk.empty();
    await recovers('disk full', async () => ask('/readyz').then(({ ok }) => ok));
    expect((await insert('kept.txt')).status).toBe(200);
    const [kept] = (await json(await ask(`${content}/files`))).items;
    expect(await (await fetch(kept.downloadURL)).text()).toBe(`kept.txt${FILE.toString()}`);
  });
});

async function json(answer: Response): Promise<Json> {
  return answer.json();
}
