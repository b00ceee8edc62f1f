import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DocumentSite, startDocumentSite } from '../support/document-site.js';
import { makeEditStage } from '../support/edit-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;
let site: DocumentSite;

beforeAll(async () => {
  [service, site] = await Promise.all([startTestApp(), startDocumentSite()]);
});
afterAll(async () => {
  await service.close();
  await site.close();
});

describe('inserting files', () => {
  it.each(['../../evil.sh', 'a/b.png', 'a\\b.png', 'a\nb.png', 'gnp.\u202eexe', '..', '.'])('takes no name that is more than one part of a path: %j', async (name) => {
    const { edit, as, own } = await makeEditStage(service);
    const { status, body } = await edit({ operation: 'insert_files', files: [{ name, base64: 'AAAA', contentType: 'image/png' }] });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('changes.0.files.0.name')]);
    expect((await as.get(`${own}/files`)).body.items).toEqual([]);
  });

  it('takes bytes and addresses', async () => {
    const { as, edit, own } = await makeEditStage(service);
    const { body } = await edit({ operation: 'insert_files', files: [{ name: 'a.txt', base64: 'aGVsbG8=', contentType: 'text/plain' }, { name: 'b.md', url: site.url }] });
    expect(body).toMatchObject({ changes: [], insertedFiles: [{ name: 'a.txt', contentType: 'text/plain', size: 5 }, { name: 'b.md', contentType: 'text/markdown' }] });
    expect((await as.get(`${own}/files`)).body.count).toBe(2);
    expect(await (await fetch(body.insertedFiles[0].downloadURL)).text()).toBe('hello');
    const large = (bytes: number): object => ({ name: 'c.bin', base64: Buffer.alloc(bytes, 7).toString('base64'), contentType: 'application/octet-stream' });
    expect((await edit({ operation: 'insert_files', files: [large(1_000_000), large(1_000_000)] })).body.insertedFiles).toMatchObject([{ size: 1_000_000 }, { size: 1_000_000 }]);
    expect(await edit({ operation: 'insert_files', files: [large(1_000_001)] })).toMatchObject({ status: 400, body: { error: { details: [{ field: 'changes.0.files.0.base64' }] } } });
  });

  it('inserts nothing once who inserts may not edit any more', async () => {
    const { as, edit, own, one, spaceId, organizationId } = await makeEditStage(service);
    const editor = await service.make.user({ organizationId, role: null });
    await service.make.grant(spaceId, editor.id, 'edit');
    site.meanwhile = () => service.make.grant(spaceId, editor.id, 'read');
    const files = [{ name: 'b.md', url: site.url }];
    const refused = await service.as(editor.token).post(`${one}/content`, { changes: [{ operation: 'insert_files', files }] });
    site.meanwhile = () => Promise.resolve();
    expect(refused.status).toBe(403);
    expect((await as.get(`${own}/files`)).body.items).toEqual([]);
    expect((await edit({ operation: 'insert_files', files })).status).toBe(200);
  });
});
