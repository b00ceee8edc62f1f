import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Json } from '../support/client.js';
import { randomNumbers } from '../support/random-numbers.js';
import { SiteStage } from '../support/site-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

const CLIENTS = 4;
const ROUNDS = 4;
const CHANGES = 12;

describe('a site that several change at once', () => {
  it('stays whole: one default at each level, paths unique, nothing lost or beside its place', async () => {
    const site = await SiteStage.make(service, { spaces: ['Root', 'Root two'] });
    const spaces = await Promise.all(Array.from({ length: 5 }, (_, index) => site.space(`Space ${String(index)}`)));
    const seen = new Set<number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const clients = Array.from({ length: CLIENTS }, async (_, client) => {
        const random = randomNumbers(round * CLIENTS + client + 1);
        for (let count = 0; count < CHANGES; count += 1) seen.add((await anyChange(site, spaces, random)).status);
      });
      await Promise.all(clients);
      expect(await faultsOf(site)).toEqual([]);
    }
    expect([...seen].filter((status) => ![200, 201, 205, 400, 404, 409].includes(status))).toEqual([]);
    for (const status of [200, 201, 205]) expect(seen).toContain(status);
  });

  it('answers everybody, however many more come at once than there are connections', async () => {
    const site = await SiteStage.make(service, { spaces: ['One', 'Two', 'Three'] });
    const [spaceId, otherId] = [await site.space('Four'), await site.space('Five')];
    const siteSpaces = (await site.siteSpaces()).map(({ id }) => String(id));
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const siteSpace = `${site.path}/site-spaces/${siteSpaces[index % 3] ?? ''}`;
        return index % 2 === 0 ? site.as.patch(siteSpace, { spaceId: index % 4 === 0 ? spaceId : otherId }) : site.as.post(`${site.path}/site-spaces`, { spaceId });
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
    expect(await faultsOf(site)).toEqual([]);
  });
});

/** One change of something that was there a moment ago. */
async function anyChange(site: SiteStage, spaces: readonly string[], random: (below: number) => number): Promise<Answer> {
  const pick = (items: readonly string[]): string => items[random(items.length)] ?? 'none';
  const some = async (table: string): Promise<string> => {
    const rows = await service.make.db.query<{ id: string }>(`SELECT id FROM ${table} WHERE site_id = $1 ORDER BY id`, [site.siteId]);
    return pick(rows.map(({ id }) => id));
  };
  const [section, other, group, siteSpace] = [await some('site_sections'), await some('site_sections'), await some('site_section_groups'), await some('site_spaces')];
  const path = pick(['a', 'b', 'c']);
  const { as: client } = site;
  const changes: (() => Promise<Answer>)[] = [
    () => client.post(`${site.path}/sections`, { spaceId: pick(spaces) }),
    () => client.post(`${site.path}/sections`, { spaceId: pick(spaces), title: path.repeat(2) }),
    () => client.patch(`${site.path}/sections/${section}`, { path }),
    () => client.post(`${site.path}/sections/${section}/move`, { position: { before: { type: 'site-section', siteSection: other } } }),
    () => client.post(`${site.path}/sections/${section}/move`),
    () => client.delete(`${site.path}/sections/${section}`),
    () => client.delete(`${site.path}/sections/${section}`),
    () => client.post(`${site.path}/section-groups`, { title: 'Group', sections: section === 'none' ? [] : [section] }),
    () => client.post(`${site.path}/section-groups/${group}/sections`, { sectionId: section }),
    () => client.post(`${site.path}/section-groups/${group}/move`, { position: { after: { type: 'site-section', id: other } } }),
    () => client.delete(`${site.path}/section-groups/${group}/sections/${section}`),
    () => client.delete(`${site.path}/section-groups/${group}`),
    () => client.post(`${site.path}/site-spaces`, { spaceId: pick(spaces) }),
    () => client.post(`${site.path}/site-spaces`, { spaceId: pick(spaces), sectionId: section }),
    () => client.patch(`${site.path}/site-spaces/${siteSpace}`, { path, spaceId: pick(spaces) }),
    () => client.post(`${site.path}/site-spaces/${siteSpace}/move`),
    () => client.delete(`${site.path}/site-spaces/${siteSpace}`),
    () => client.delete(`${site.path}/site-spaces/${siteSpace}`),
    () => client.patch(site.path, { defaultSiteSection: section }),
    () => client.patch(site.path, { defaultSiteSpace: siteSpace }),
    () => client.patch(`${site.path}/sections/${section}`, { defaultSiteSpace: siteSpace }),
  ];
  return (changes[random(changes.length)] ?? (() => client.get(site.path)))();
}

/** What is wrong with a site as its lists show it. */
async function faultsOf(site: SiteStage): Promise<string[]> {
  const [sections, groups, siteSpaces, { body }] = await Promise.all([site.sections(), site.groups(), site.siteSpaces(), site.as.get(site.path)]);
  const root = siteSpaces.filter((siteSpace) => siteSpace.section === undefined);
  return [
    ...levelFaults('sections', sections),
    ...levelFaults('root', root),
    ...sections.flatMap((section) => levelFaults(section.path, section.siteSpaces)),
    ...(sections.length > 0 && root.length > 0 ? ['has site spaces beside its sections'] : []),
    ...(body.siteSpaces === siteSpaces.length ? [] : ['counts its site spaces wrong']),
    ...differences('site spaces', siteSpaces, [...root, ...sections.flatMap((section) => section.siteSpaces)]),
    ...differences('grouped sections', sections.filter(({ sectionGroup }) => sectionGroup !== undefined), groups.flatMap((group) => group.sections)),
  ];
}

function levelFaults(name: string, items: readonly Json[]): string[] {
  const defaults = items.filter((item) => item.default).length;
  return [
    ...(defaults === Math.min(items.length, 1) ? [] : [`${name}: ${String(defaults)} defaults`]),
    ...(new Set(items.map(({ path }) => path)).size === items.length ? [] : [`${name}: a path twice`]),
  ];
}

function differences(name: string, one: readonly Json[], other: readonly Json[]): string[] {
  const [ids, others] = [one, other].map((items) => items.map(({ id }) => String(id)).join());
  return ids === others ? [] : [`${name}: ${String(ids)} and ${String(others)}`];
}
