import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import type { Answer, Json } from '../support/client.js';
import { SiteStage } from '../support/site-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const pointer = (type: string, id: unknown): object => ({ type, id });
const section = (id: unknown): object => pointer('site-section', id);
const group = (id: unknown): object => pointer('site-section-group', id);
const siteSpace = (id: unknown): object => pointer('site-space', id);

/** Titles, with those inside a group behind it. */
const shown = ({ body }: Answer): unknown[] =>
  body.structure.map((item: Json) => (item.object === 'site-section-group' ? [item.title, item.sections.map(({ title }: Json) => title)] : item.title));

describe('the structure of a site', () => {
  it('is its site spaces while there are no sections', async () => {
    const site = await SiteStage.make(service, { spaces: ['One', 'Two'] });
    expect((await site.as.get(`${site.path}/structure`)).body).toEqual({ type: 'siteSpaces', structure: await site.siteSpaces() });
    const [one, two] = (await site.siteSpaces()) as [Json, Json];
    const sorted = await site.as.patch(`${site.path}/structure/sort`, { item: siteSpace(one.id), position: { after: siteSpace(two.id) } });
    expect(sorted).toMatchObject({ status: 200, body: { structure: [{ id: two.id }, { id: one.id }] } });
  });

  it('is its sections and groups, which can be put beside one another', async () => {
    const site = await SiteStage.make(service);
    const [a, b, c] = [await site.section('Section a'), await site.section('Section b'), await site.section('Section c')];
    const first = await site.group('First', [b.id]);
    const second = await site.group('Second');
    expect((await site.as.get(`${site.path}/structure`)).body).toEqual({ type: 'sections', structure: [(await site.sections())[0], ...(await site.groups()).slice(0, 1), (await site.sections())[2], (await site.groups())[1]] });
    const sort = (item: object, position: object): Promise<Answer> => site.as.patch(`${site.path}/structure/sort`, { item, position });
    expect(shown(await sort(group(second.id), { before: section(a.id) }))).toEqual([['Second', []], 'Section a', ['First', ['Section b']], 'Section c']);
    expect(shown(await sort(section(c.id), { before: section(b.id) }))).toEqual([['Second', []], 'Section a', ['First', ['Section c', 'Section b']]]);
    expect(shown(await sort(section(b.id), { after: group(second.id) }))).toEqual([['Second', []], 'Section b', 'Section a', ['First', ['Section c']]]);
    expect(shown(await sort(section(b.id), {}))).toEqual([['Second', []], 'Section a', ['First', ['Section c']], 'Section b']);
    expect(shown(await sort(group(first.id), { after: group(second.id) }))).toEqual([['Second', []], ['First', ['Section c']], 'Section a', 'Section b']);

    const inside = a.siteSpaces[0].id;
    const foreign = (await (await SiteStage.make(service)).section('Elsewhere')).id;
    const places = [
      [section(a.id), { before: section(a.id) }], [section(a.id), { before: section(b.id), after: section(b.id) }], [section(a.id), { before: siteSpace(inside) }], [section(a.id), { after: group(newId()) }],
      [section(a.id), { before: section(foreign) }], [group(first.id), { after: section(c.id) }], [group(first.id), { before: siteSpace(inside) }], [siteSpace(inside), { before: section(a.id) }],
      [siteSpace(inside), { after: siteSpace(b.siteSpaces[0].id) }],
    ] as const;
    for (const [item, position] of places) expect(await sort(item, position)).toMatchObject({ status: 400, body: { error: { details: [{ field: expect.stringMatching(/^position/) }] } } });
    for (const item of [section(foreign), group(a.id), siteSpace(newId()), section('no id')]) expect((await sort(item, {})).status).toBe(404);
    for (const body of [undefined, {}, { item: section(a.id) }, { position: {} }, { item: a.id, position: {} }, { item: pointer('space', a.id), position: {} }, { item: section(a.id), position: null }]) {
      expect((await site.as.patch(`${site.path}/structure/sort`, body)).status).toBe(400);
    }
  });
});
