import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import type { Json } from '../support/client.js';
import { randomNumbers } from '../support/random-numbers.js';
import { anyMove, groupsOf, type ModelMove, sectionsOf, type SiteModel, siteSpacesOf } from '../support/site-model.js';
import { SiteStage } from '../support/site-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const idsOf = (items: readonly Json[]): string[] => items.map(({ id }) => id);
const beforeSection = (siteSection: string): object => ({ position: { before: { type: 'site-section', siteSection } } });
const afterSection = (siteSection: string): object => ({ position: { after: { type: 'site-section', siteSection } } });

async function withSections(count: number): Promise<{ site: SiteStage; ids: string[] }> {
  const site = await SiteStage.make(service);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await site.section(`Section ${String(index)}`)).id);
  return { site, ids };
}

describe('moving a section', () => {
  it('puts it beside another one, or at the end, and answers it', async () => {
    const { site, ids } = await withSections(4);
    const [a, b, c, d] = ids as [string, string, string, string];
    const moved = await site.as.post(`${site.path}/sections/${d}/move`, beforeSection(b));
    expect(moved).toMatchObject({ status: 200, body: { object: 'site-section', id: d } });
    expect(idsOf(await site.sections())).toEqual([a, d, b, c]);
    await site.as.post(`${site.path}/sections/${a}/move`, afterSection(b));
    expect(idsOf(await site.sections())).toEqual([d, b, a, c]);
    for (const [body, order] of [[undefined, [b, a, c, d]], [{}, [a, c, d, b]], [{ position: {} }, [c, d, b, a]]] as const) {
      await site.as.post(`${site.path}/sections/${order[3]}/move`, body);
      expect(idsOf(await site.sections())).toEqual(order);
    }
    expect((await site.sections()).filter((section) => section.default).map(({ id }) => id)).toEqual([a]);
  });

  it('puts it into the group of its neighbour, or out of any', async () => {
    const { site, ids } = await withSections(4);
    const [a, b, c, d] = ids as [string, string, string, string];
    const { id: group } = await site.group('Group', [b, c]);
    expect((await site.as.post(`${site.path}/sections/${d}/move`, beforeSection(c))).body.sectionGroup).toBe(group);
    expect(idsOf(await site.sections())).toEqual([a, b, d, c]);
    expect((await site.as.post(`${site.path}/sections/${b}/move`, afterSection(a))).body).not.toHaveProperty('sectionGroup');
    expect((await site.as.post(`${site.path}/sections/${d}/move`)).body).not.toHaveProperty('sectionGroup');
    expect(idsOf(await site.sections())).toEqual([a, b, c, d]);
    expect(await site.groups()).toMatchObject([{ id: group, sections: [{ id: c }] }]);
  });

  it('writes its own row and no other, and none when it stands there', async () => {
    const { site, ids } = await withSections(4);
    const rows = (): Promise<Json[]> => service.make.db.query('SELECT id, position FROM site_sections WHERE site_id = $1 ORDER BY id', [site.siteId]);
    const before = await rows();
    const [a, b, , d] = ids as [string, string, string, string];
    await site.as.post(`${site.path}/sections/${d}/move`, beforeSection(b));
    const after = await rows();
    expect(after.filter(({ id }) => id !== d)).toEqual(before.filter(({ id }) => id !== d));
    expect(after).not.toEqual(before);
    const version = await site.version();
    for (const body of [beforeSection(b), afterSection(a)]) expect((await site.as.post(`${site.path}/sections/${d}/move`, body)).status).toBe(200);
    expect(await site.version()).toBe(version);
  });

  it('keeps the order after any number of moves at one spot, also where positions have become long', async () => {
    const { site, ids } = await withSections(5);
    const [a, b, c, d, e] = ids as [string, string, string, string, string];
    // As many moves would leave it.
    await service.make.db.query("UPDATE site_sections SET position = 'a2' || repeat('z', 58) || 'V' WHERE id = $1", [c]);
    for (let round = 0; round < 30; round += 1) {
      for (const id of [b, c]) expect((await site.as.post(`${site.path}/sections/${id}/move`, beforeSection(d))).status).toBe(200);
    }
    expect(idsOf(await site.sections())).toEqual([a, b, c, d, e]);
    const [longest] = await service.make.db.query<{ length: number }>('SELECT max(char_length(position)) AS length FROM site_sections WHERE site_id = $1', [site.siteId]);
    expect(longest?.length).toBeLessThan(60);
  });

  it('refuses two neighbours, and one that is none', async () => {
    const { site, ids } = await withSections(2);
    const { ids: foreign } = await withSections(1);
    const [a, b] = ids as [string, string];
    const pointer = (siteSection: unknown): object => ({ type: 'site-section', siteSection });
    const { id: group } = await site.group('Group');
    const places = [{ before: pointer(b), after: pointer(b) }, ...[a, foreign[0], newId(), 'no id', group].flatMap((id) => [{ before: pointer(id) }, { after: pointer(id) }])];
    for (const position of places) {
      expect(await site.as.post(`${site.path}/sections/${a}/move`, { position })).toMatchObject({ status: 400, body: { error: { details: [{ field: expect.stringMatching(/^position/) }] } } });
    }
    const malformed = [{ before: b }, { before: null }, { before: {} }, { before: { type: 'site-space', siteSpace: b } }, { before: { ...pointer(b), id: b } }, { beside: pointer(b) }, null, [], 'end'];
    for (const position of malformed) expect((await site.as.post(`${site.path}/sections/${a}/move`, { position })).status).toBe(400);
    expect(idsOf(await site.sections())).toEqual([a, b]);
  });
});

describe('moving a group', () => {
  it('takes its sections along, beside a section or another group', async () => {
    const { site, ids } = await withSections(5);
    const [a, b, c, d, e] = ids as [string, string, string, string, string];
    const { id: first } = await site.group('First', [a, b]);
    const { id: second } = await site.group('Second', [e]);
    const move = async (id: string, position?: object): Promise<unknown[]> => {
      expect((await site.as.post(`${site.path}/section-groups/${id}/move`, position && { position })).status).toBe(200);
      return [idsOf(await site.sections()), idsOf(await site.groups())];
    };
    expect(await move(first, { after: { type: 'site-section', id: c } })).toEqual([[c, a, b, d, e], [first, second]]);
    expect(await move(second, { before: { type: 'site-section-group', id: first } })).toEqual([[c, e, a, b, d], [second, first]]);
    expect(await move(second, { after: { type: 'site-section', id: a } })).toEqual([[c, a, b, e, d], [first, second]]);
    expect(await move(first)).toEqual([[c, e, d, a, b], [second, first]]);
    expect(await move(second, {})).toEqual([[c, d, a, b, e], [first, second]]);
  });

  it('refuses two neighbours, and one that is none', async () => {
    const { site, ids } = await withSections(2);
    const { ids: foreign } = await withSections(1);
    const [a, b] = ids as [string, string];
    const { id } = await site.group('Group', [a]);
    const section = (other: unknown): object => ({ type: 'site-section', id: other });
    const group = (other: unknown): object => ({ type: 'site-section-group', id: other });
    for (const position of [{ before: section(b), after: section(b) }, { before: section(a) }, { after: group(id) }, { after: section(id) }, { after: group(b) }, { after: section(foreign[0]) }, { before: group(newId()) }]) {
      expect(await site.as.post(`${site.path}/section-groups/${id}/move`, { position })).toMatchObject({ status: 400, body: { error: { details: [{ field: expect.stringMatching(/^position/) }] } } });
    }
    for (const position of [{ before: b }, { before: null }, { before: { type: 'site-section', siteSection: b } }, { before: { type: 'section', id: b } }, null]) {
      expect((await site.as.post(`${site.path}/section-groups/${id}/move`, { position })).status).toBe(400);
    }
  });
});

describe('moving a site space', () => {
  it('puts it beside another one of its section, or at the end', async () => {
    const { site, ids } = await withSections(2);
    const [section, other] = ids as [string, string];
    for (const title of ['One', 'Two', 'Three']) await site.siteSpace(title, section);
    const inSection = async (): Promise<Json[]> => (await site.sections()).find(({ id }) => id === section)?.siteSpaces;
    const [a, b, c, d] = idsOf(await inSection()) as [string, string, string, string];
    const pointer = (siteSpace: unknown): object => ({ type: 'site-space', siteSpace });
    const move = (id: string, position?: object): Promise<Json> => site.as.post(`${site.path}/site-spaces/${id}/move`, position && { position });
    expect(await move(d, { before: pointer(b) })).toMatchObject({ status: 200, body: { object: 'site-space', id: d, section } });
    expect(await move(a, { after: pointer(b) })).toMatchObject({ status: 200, body: { default: true } });
    expect(idsOf(await inSection())).toEqual([d, b, a, c]);
    await move(d);
    expect(idsOf(await inSection())).toEqual([b, a, c, d]);
    const elsewhere = (await site.siteSpaces()).find((siteSpace) => siteSpace.section === other)?.id;
    for (const position of [{ before: pointer(b), after: pointer(c) }, { before: pointer(a) }, { after: pointer(elsewhere) }, { after: pointer(newId()) }, { after: pointer(section) }]) {
      expect(await move(a, position)).toMatchObject({ status: 400, body: { error: { details: [{ field: expect.stringMatching(/^position/) }] } } });
    }
    for (const position of [{ before: b }, { before: null }, { before: { type: 'space', space: b } }, { before: { ...pointer(b), x: 1 } }]) expect((await move(a, position)).status).toBe(400);
    expect(idsOf(await inSection())).toEqual([b, a, c, d]);
  });
});

describe('a site of 3 groups, 12 sections and 40 spaces', () => {
  const MOVES = 160;
  const CLIENTS = 2;

  it('is what a plain model says, whatever two clients move at once', async () => {
    const { site, model } = await makeBigSite();
    expect(await shownBy(site)).toEqual(shownIn(model));
    await recordMoves();
    const done = (await Promise.all(Array.from({ length: CLIENTS }, (_, client) => moveAround(site, model, client)))).flat();
    expect(done.length).toBe(MOVES);
    const effective = done.filter(({ step }) => step !== undefined).sort((one, other) => Number(one.step) - Number(other.step));
    expect(effective.length).toBeGreaterThan(MOVES / 2);
    for (const { move } of effective) move.apply(model);

    expect(await shownBy(site)).toEqual(shownIn(model));
    const sections = await site.sections();
    expect(new Set(sections.map(({ path }) => path)).size).toBe(12);
    expect(sections.filter((section) => section.default)).toHaveLength(1);
    for (const { siteSpaces } of sections) {
      expect(new Set(siteSpaces.map(({ path }: Json) => path)).size).toBe(siteSpaces.length);
      expect(siteSpaces.filter((siteSpace: Json) => siteSpace.default)).toHaveLength(1);
    }
    const { body: profile } = await site.as.get(`${site.path}/published`);
    expect(profile.structure).toEqual({ type: 'sections', structure: sections });
  });

  async function makeBigSite(): Promise<{ site: SiteStage; model: SiteModel }> {
    const site = await SiteStage.make(service, { title: 'Big' });
    const spaces = await Promise.all(Array.from({ length: 40 }, (_, index) => site.space(`Space ${String(index % 7)}`)));
    const siteSpaces = new Map<string, string[]>();
    for (let index = 0; index < 12; index += 1) {
      const { body } = await site.as.post(`${site.path}/sections`, { spaceId: spaces[index], title: `Section ${String(index % 5)}` });
      siteSpaces.set(body.id, idsOf(body.siteSpaces));
    }
    const ids = [...siteSpaces.keys()];
    for (let index = 12; index < 40; index += 1) {
      const sectionId = ids[index % 12] ?? '';
      const { body } = await site.as.post(`${site.path}/site-spaces`, { spaceId: spaces[index], sectionId });
      siteSpaces.get(sectionId)?.push(body.id);
    }
    const top: SiteModel['top'] = [...ids.slice(0, 3)];
    for (const at of [3, 6, 9]) {
      const sections = ids.slice(at, at + 3);
      top.push({ group: (await site.group(`Group ${String(at)}`, sections)).id, sections });
    }
    return { site, model: { top, siteSpaces } };
  }

  /** Numbers every row that is moved, in the order in which the database does it. */
  async function recordMoves(): Promise<void> {
    await service.make.db.query(`
      CREATE TABLE moved (step bigserial PRIMARY KEY, id text NOT NULL);
      CREATE FUNCTION record_move() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO moved (id) VALUES (NEW.id); RETURN NULL; END $$;
      ${['site_sections', 'site_section_groups', 'site_spaces'].map((table) => `CREATE TRIGGER record_move AFTER UPDATE OF position ON ${table} FOR EACH ROW EXECUTE FUNCTION record_move();`).join('\n')}`);
  }

  /** Moves of one client, each with the number of the row that it wrote; undefined when it wrote none. */
  async function moveAround(site: SiteStage, model: SiteModel, client: number): Promise<{ move: ModelMove; step: string | undefined }[]> {
    const random = randomNumbers(client + 1);
    const done: { move: ModelMove; step: string | undefined }[] = [];
    let last = '0';
    for (let count = 0; count < MOVES / CLIENTS; count += 1) {
      const move = anyMove(model, { client, clients: CLIENTS }, random);
      const { status } = await site.as.post(`${site.path}/${move.path}`, move.body);
      // A group can't go beside a section that the other client may just have put into it.
      expect(move.path.startsWith('section-groups') ? [200, 400] : [200]).toContain(status);
      const [row] = await service.make.db.query<{ step: string }>('SELECT step FROM moved WHERE id = $1 AND step > $2 ORDER BY step', [move.id, last]);
      done.push({ move, step: row?.step });
      last = row?.step ?? last;
    }
    return done;
  }

  async function shownBy(site: SiteStage): Promise<unknown> {
    const [sections, groups, siteSpaces] = await Promise.all([site.sections(), site.groups(), site.siteSpaces()]);
    return {
      sections: sections.map(({ id, sectionGroup }) => ({ id, group: sectionGroup })),
      groups: groups.map(({ id, sections: held }) => ({ group: id, sections: idsOf(held) })),
      siteSpaces: idsOf(siteSpaces),
    };
  }

  function shownIn(model: SiteModel): unknown {
    return { sections: sectionsOf(model), groups: groupsOf(model), siteSpaces: siteSpacesOf(model) };
  }
});
