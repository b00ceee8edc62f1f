import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import type { Answer } from '../support/client.js';
import { insert, makeEditStage } from '../support/edit-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

describe('a request with a fault', () => {
  it('changes nothing, and names the change', async () => {
    const { as, edit, own, one, first, second, child } = await makeEditStage(service);
    const other = await makeEditStage(service);
    const before = [(await as.get(own)).body, (await as.get(one)).body];
    const faults: [object, string][] = [
      [{ operation: 'rename_page' }, 'changes.1.operation'],
      [{ operation: 'insert_page' }, 'changes.1.document'],
      [{ operation: 'insert_page', document: { markdown: 1 } }, 'changes.1.document'],
      [{ operation: 'insert_page', document: { markdown: 'a', document: {} } }, 'changes.1.document'],
      [{ operation: 'insert_page', document: { document: { object: 'page' } } }, 'changes.1.document.document'],
      [insert('x', { into: other.first }), 'changes.1.into'],
      [insert('x', { into: newId() }), 'changes.1.into'],
      [insert('x', { at: -1 }), 'changes.1.at'],
      [insert('x', { ref: 'a b' }), 'changes.1.ref'],
      [insert('x', { condition: 'a' }), 'changes.1.condition'],
      [{ operation: 'update_page', page: newId(), title: 'x' }, 'changes.1.page'],
      [{ operation: 'update_page', page: first, title: '' }, 'changes.1.title'],
      [{ operation: 'update_page', page: second, into: child }, 'changes.1.into'],
      [{ operation: 'update_page', page: second, into: second }, 'changes.1.into'],
      [{ operation: 'delete_page', page: other.first }, 'changes.1.page'],
      [{ operation: 'revert_page', page: newId() }, 'changes.1.page'],
      [{ operation: 'revert_page', page: first, revision: newId() }, 'changes.1.revision'],
      [{ operation: 'insert_files', files: [] }, 'changes.1.files'],
      [{ operation: 'insert_files', files: [{ name: 'a' }] }, 'changes.1.files.0'],
      [{ operation: 'insert_files', files: [{ name: 'a', base64: 'aGVsbG8=' }] }, 'changes.1.files.0.contentType'],
      [{ operation: 'insert_files', files: [{ name: 'a', base64: '%', contentType: 'text/plain' }] }, 'changes.1.files.0.base64'],
      [{ operation: 'insert_files', files: [{ name: 'a', url: 'http://127.0.0.1:9/' }] }, 'changes.1.files.0.url'],
      [{ operation: 'insert_files', files: [{ name: 'a', url: 'http://169.254.169.254/' }] }, 'changes.1.files.0.url'],
    ];
    for (const [change, field] of faults) {
      const answer = await edit(insert('Good'), change);
      expect({ change, status: answer.status, field: answer.body.error?.details?.[0]?.field }).toEqual({ change, status: 400, field: expect.stringContaining(field) });
    }
    const half = 'x'.repeat(500_000);
    const large = await edit(insert('x', { document: { markdown: half } }), insert('y', { document: { markdown: `${half}x` } }));
    expect([large.status, large.body.error?.message]).toEqual([400, 'changes: must have at most 1000000 characters of Markdown in all bodies together, have 1000001']);
    for (const body of [{}, { changes: [] }, { changes: {} }, { changes: [1] }, { changes: Array.from({ length: 51 }, () => insert('x')) }, { changes: [insert('x', { ref: 'a' }), insert('y', { ref: 'a' })] }]) {
      expect((await as.post(own, body)).status).toBe(400);
    }
    expect([(await as.get(own)).body, (await as.get(one)).body]).toEqual(before);
  });

  it('is refused where a page would go back below one that is below it now', async () => {
    const { edit, as, own, second, child } = await makeEditStage(service);
    expect((await edit({ operation: 'update_page', page: child, into: null }, { operation: 'update_page', page: second, into: child })).status).toBe(200);
    const before = (await as.get(own)).body;
    const { status, body } = await edit({ operation: 'revert_page', page: child });
    expect([status, body.error?.message]).toEqual([400, 'changes.0.page: has its old parent below it now: move that first']);
    expect((await as.get(own)).body).toEqual(before);
  });

  it('is refused where pages would be more than 100 deep', async () => {
    const { edit, as, own, second } = await makeEditStage(service);
    const chain = (above: string | undefined, from: number): object[] => Array.from({ length: 50 }, (_, index) => insert(String(from + index), { ref: `r${String(index)}`, into: index === 0 ? above : `r${String(index - 1)}` }));
    const fiftieth = (await edit(...chain(undefined, 1))).body.changes[49].page.id;
    const last = (await edit(...chain(fiftieth, 51))).body.changes[49].page.id;
    const before = (await as.get(own)).body;
    const fault = (answer: Answer): unknown => [answer.status, answer.body.error?.message];
    expect(fault(await edit(insert('x', { into: last })))).toEqual([400, 'changes.0.into: names a page that is too deep: pages stand at most 100 deep, these would be 101']);
    expect(fault(await edit({ operation: 'update_page', page: second, into: last }))).toEqual([400, 'changes.0.into: names a page that is too deep: pages stand at most 100 deep, these would be 102']);
    expect((await as.get(own)).body).toEqual(before);
    expect((await as.get(`${own}/page/${String(last)}`)).status).toBe(200);
  });
});
