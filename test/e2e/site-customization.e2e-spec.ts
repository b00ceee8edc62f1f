import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/kernel/ids/id.js';
import { defaultCustomization } from '../../src/modules/sites/customization/customization.js';
import type { Json } from '../support/client.js';
import { SiteStage } from '../support/site-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;
let stage: SiteStage;
let siteSpaceIds: string[];

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

async function makeStage(): Promise<void> {
  stage = await SiteStage.make(service, { title: 'Handbook', spaces: ['Guides', 'Reference'] });
  siteSpaceIds = (await stage.siteSpaces()).map(({ id }) => id);
}
const site = (): string => `${stage.path}/customization`;
const siteSpace = (id = siteSpaceIds[0]): string => `${stage.path}/site-spaces/${String(id)}/customization`;
const profile = async (headers: Record<string, string> = {}): Promise<Json> => (await stage.as.get(`${stage.path}/published`, { headers })).body.customizations;
const RED = { light: '#f00', dark: '#C00000' };

describe('the customization of a site', () => {
  beforeAll(makeStage);

  it('is the default one at first, and what was sent from then on', async () => {
    expect((await stage.as.get(site())).body).toEqual({ title: 'Handbook', ...defaultCustomization() });
    const spaceId = await stage.space();
    const pageId = await service.make.page(spaceId, {});
    const wanted: Json = {
      ...defaultCustomization(),
      title: 'Our handbook',
      favicon: { emoji: '1f4d8' },
      announcement: { enabled: true, message: 'News', style: 'info', link: { title: 'Read', to: { kind: 'url', url: 'https://example.com/' } } },
    };
    wanted.styling = { ...wanted.styling, primaryColor: RED, tint: { color: RED }, font: { id: 'f', custom: true, fontFamily: 'Own', fontFaces: [{ weight: 400, sources: [{ url: 'https://example.com/f.woff2', format: 'woff2' }] }] } };
    wanted.header = {
      preset: 'custom',
      logo: { light: 'https://example.com/l.png', dark: 'https://example.com/d.png' },
      links: [
        { title: 'Start', style: 'button-primary', to: { kind: 'page', space: spaceId, page: pageId }, links: [] },
        { title: 'More', to: null, links: [{ title: 'Us', to: { kind: 'user', user: stage.creator.id } }, ...['mailto:us@example.com?subject=a%20b', 'tel:+1-201-555-0123', 'HTTPS://example.com/'].map((url) => ({ title: 'At', to: { kind: 'url', url } }))] },
      ],
    };
    wanted.footer = { copyright: 'Us', groups: [{ title: 'Links', links: [{ title: 'Space', to: { kind: 'space', space: spaceId } }] }] };
    const version = await stage.version();
    const put = await stage.as.put(site(), wanted);
    expect(put).toMatchObject({ status: 200, body: wanted });
    expect((await stage.as.get(site())).body).toEqual(put.body);
    expect((await profile()).site).toEqual(wanted);
    const changed = await stage.version();
    expect(changed).not.toBe(version);
    expect((await stage.as.put(site(), wanted)).status).toBe(200);
    expect(await stage.version()).toBe(changed);
  });

  it('shows the title of the site unless it has one of its own', async () => {
    expect((await stage.as.put(site(), defaultCustomization())).body.title).toBe('Handbook');
    await stage.as.patch(stage.path, { title: 'Manual' });
    expect((await stage.as.get(site())).body.title).toBe('Manual');
    await stage.as.patch(stage.path, { title: 'Handbook' });
  });

  it('keeps a title of its own that is that of the site when it is sent, and forgets it alike', async () => {
    expect((await stage.as.put(site(), { ...defaultCustomization(), title: 'Handbook' })).body.title).toBe('Handbook');
    await stage.as.patch(stage.path, { title: 'Manual' });
    expect((await stage.as.get(site())).body.title).toBe('Handbook');
    await stage.as.patch(stage.path, { title: 'Handbook' });
    expect((await stage.as.put(site(), defaultCustomization())).body.title).toBe('Handbook');
    await stage.as.patch(stage.path, { title: 'Manual' });
    expect((await stage.as.get(site())).body.title).toBe('Manual');
    await stage.as.patch(stage.path, { title: 'Handbook' });
  });

  it('answers 304 while nothing changed', async () => {
    const etag = (await stage.as.get(site())).headers.get('etag') ?? '';
    expect((await stage.as.get(site(), { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it.each<[string, (look: Json) => void, string]>([
    ['a group left out', (look) => delete look.pdf, 'pdf'],
    ['a field left out', (look) => delete look.styling.theme, 'styling.theme'],
    ['an unknown group', (look) => (look.colours = {}), 'colours'],
    ['an unknown field', (look) => (look.styling.sidebar.width = 1), 'styling.sidebar.width'],
    ['a colour by name', (look) => (look.styling.primaryColor.light = 'red'), 'styling.primaryColor.light'],
    ['a colour with a line end', (look) => (look.styling.primaryColor.dark = '#fff\n'), 'styling.primaryColor.dark'],
    ['a colour for one ground', (look) => (look.styling.tint = { color: { light: '#fff' } }), 'styling.tint.color.dark'],
    ['no such theme', (look) => (look.styling.theme = 'loud'), 'styling.theme'],
    ['no such font', (look) => (look.styling.font = 'Comic'), 'styling.font'],
    ['a font without faces', (look) => (look.styling.font = { id: 'f', custom: true, fontFamily: 'F', fontFaces: [] }), 'styling.font.fontFaces'],
    ['a weight over 1000', (look) => (look.styling.monospaceFont = { id: 'f', custom: true, fontFamily: 'F', fontFaces: [{ weight: 1001, sources: [] }] }), 'styling.monospaceFont.fontFaces.0.weight'],
    ['no such language', (look) => (look.internationalization.locale = 'xx'), 'internationalization.locale'],
    ['two kinds of favicon', (look) => (look.favicon = { emoji: 'x', icon: { light: 'https://a/', dark: 'https://a/' } }), 'favicon.emoji'],
    ['a script as a logo', (look) => (look.header.logo = { light: 'javascript:alert(1)', dark: 'https://a/' }), 'header.logo.light'],
    ['a script as a link', (look) => (look.header.links = [{ title: 'x', to: { kind: 'url', url: 'javascript:alert(1)' }, links: [] }]), 'header.links.0.to.url'],
    ['half an address as a link', (look) => (look.header.links = [{ title: 'x', to: { kind: 'url', url: 'https://[' }, links: [] }]), 'header.links.0.to.url'],
    ['a link that is no URI', (look) => (look.header.links = [{ title: 'x', to: { kind: 'url', url: 'mailto:m|b@example.com' }, links: [] }]), 'header.links.0.to.url'],
    ['no such kind of target', (look) => (look.header.links = [{ title: 'x', to: { kind: 'team', team: 'x' }, links: [] }]), 'header.links.0.to.kind'],
    ['a condition that is none', (look) => (look.header.links = [{ title: 'x', to: null, links: [], condition: 'visitor.' }]), 'header.links.0.condition'],
    ['a long copyright', (look) => (look.footer.copyright = 'x'.repeat(301)), 'footer.copyright'],
    ['a short announcement', (look) => (look.announcement = { enabled: true, message: 'x', style: 'info' }), 'announcement.message'],
    ['a long link title', (look) => (look.footer.groups = [{ title: 'x', links: [{ title: 'x'.repeat(65), to: { kind: 'url', url: 'https://a/' } }] }]), 'footer.groups.0.links.0.title'],
    ['a flag as text', (look) => (look.pdf.enabled = 'true'), 'pdf.enabled'],
    ['null', (look) => (look.pdf = null), 'pdf'],
    ['no such space', (look) => (look.header.links = [{ title: 'x', to: { kind: 'space', space: newId() }, links: [] }]), 'header.links.0.to.space'],
    ['no such spec', (look) => (look.header.links = [{ title: 'x', to: { kind: 'openapi', spec: 'none' }, links: [] }]), 'header.links.0.to.spec'],
  ])('is refused with %s, which the message names, and stays as it was', async (_, spoil, field) => {
    const look: Json = structuredClone(defaultCustomization());
    spoil(look);
    const before = await stage.version();
    const { status, body } = await stage.as.put(site(), look);
    expect({ status, fields: (body.error.details ?? []).map((detail: Json) => detail.field) }).toEqual({ status: 400, fields: expect.arrayContaining([field]) });
    expect(await stage.version()).toBe(before);
  });

  it('takes no link to a space of another organization, nor to a page of another space', async () => {
    const { space: foreign } = await service.make.spaceWithMember('admin');
    const own = await stage.space();
    const pageId = await service.make.page(await stage.space(), {});
    const link = (to: object): Json => ({ ...defaultCustomization(), header: { preset: 'default', links: [{ title: 'x', to, links: [] }] } });
    expect((await stage.as.put(site(), link({ kind: 'space', space: foreign.id }))).body.error.message).toContain('no space of this organization');
    expect((await stage.as.put(site(), link({ kind: 'collection', collection: own }))).body.error.message).toContain('no collection of this organization');
    expect((await stage.as.put(site(), link({ kind: 'page', space: own, page: pageId }))).body.error.message).toContain('no page of that space');
  });
});

describe('the customization of a site space', () => {
  beforeAll(makeStage);

  it('is that of its site but for what is overridden, and null takes that back', async () => {
    expect((await stage.as.get(siteSpace())).body).toEqual((await stage.as.get(site())).body);
    const patched = await stage.as.patch(siteSpace(), { title: 'Guides', styling: { primaryColor: RED, sidebar: { list: 'pill' } }, pdf: { enabled: true } });
    const look = defaultCustomization();
    const expected = { ...look, title: 'Guides', styling: { ...look.styling, primaryColor: RED, sidebar: { background: 'default', list: 'pill' } }, pdf: { enabled: true } };
    expect(patched).toMatchObject({ status: 200, body: expected });
    expect((await stage.as.get(siteSpace())).body).toEqual(expected);
    expect((await stage.as.get(siteSpace(siteSpaceIds[1]))).body).toEqual((await stage.as.get(site())).body);
    expect(await profile()).toEqual({ site: { title: 'Handbook', ...look }, siteSpaces: { [siteSpaceIds[0] ?? '']: expected } });
    // What the site changes shines through where nothing is overridden.
    await stage.as.put(site(), { ...look, themes: { default: 'dark', toggeable: false } });
    expect((await stage.as.get(siteSpace())).body).toEqual({ ...expected, themes: { default: 'dark', toggeable: false } });
    const version = await stage.version();
    await stage.as.patch(siteSpace(), { title: 'Guides', styling: { sidebar: { list: 'pill' } } });
    expect(await stage.version()).toBe(version);
    const back = await stage.as.patch(siteSpace(), { title: null, styling: { primaryColor: null, sidebar: { list: null } }, pdf: { enabled: null } });
    expect(back.body).toEqual((await stage.as.get(site())).body);
    expect((await profile()).siteSpaces).toEqual({});
  });

  it('is dropped as a whole by DELETE, which then finds nothing to drop', async () => {
    await stage.as.patch(siteSpace(), { favicon: { emoji: '1f4d8' }, announcement: { enabled: true, message: 'News', style: 'danger' } });
    expect((await stage.as.get(siteSpace())).body).toMatchObject({ favicon: { emoji: '1f4d8' }, announcement: { message: 'News' } });
    expect((await stage.as.delete(siteSpace())).status).toBe(205);
    expect((await stage.as.get(siteSpace())).body).toEqual((await stage.as.get(site())).body);
    expect((await stage.as.delete(siteSpace())).status).toBe(404);
  });

  it.each([
    [{ styling: { font: 'Inter' } }, 'styling.font'],
    [{ ai: { mode: 'none' } }, 'ai'],
    [{ styling: null }, 'styling'],
    [{ styling: { primaryColor: { light: '#12', dark: '#000' } } }, 'styling.primaryColor.light'],
    [{ header: { links: [{ title: 'x', to: { kind: 'space', space: 'nowhere' }, links: [] }] } }, 'header.links.0.to.space'],
    [{ title: 'x' }, 'title'],
  ])('refuses %j', async (body, field) => {
    const answer = await stage.as.patch(siteSpace(), body);
    expect(answer).toMatchObject({ status: 400, body: { error: { details: expect.arrayContaining([expect.objectContaining({ field })]) } } });
  });

  it('is 404 for a site space of another site, and goes with the site space', async () => {
    const other = await SiteStage.make(service, { spaces: ['Other'] });
    const [foreign] = await other.siteSpaces();
    for (const id of [foreign?.['id'], newId(), 'x.y']) {
      expect((await stage.as.get(siteSpace(id))).status).toBe(404);
      expect((await stage.as.patch(siteSpace(id), {})).status).toBe(404);
      expect((await stage.as.delete(siteSpace(id))).status).toBe(404);
    }
    await stage.as.patch(siteSpace(siteSpaceIds[1]), { title: 'Gone' });
    expect((await stage.as.delete(`${stage.path}/site-spaces/${String(siteSpaceIds[1])}`)).status).toBe(205);
    expect((await profile()).siteSpaces).toEqual({});
  });
});

describe('header links with a condition', () => {
  beforeAll(makeStage);

  it('are in the profile of those for whom it holds, of the site and of its spaces', async () => {
    await stage.as.patch(stage.path, { adaptiveContent: { enabled: true } });
    const links = (title: string): Json[] => [{ title: `${title} for all`, to: null, links: [], condition: '' }, { title: `${title} for beta`, to: null, links: [], condition: 'visitor.claims.unsigned.isBeta == true' }];
    await stage.as.put(site(), { ...defaultCustomization(), header: { preset: 'default', links: links('Site') } });
    await stage.as.patch(siteSpace(), { header: { links: links('Space') } });
    const titles = ({ header }: Json): string[] => header.links.map(({ title }: Json) => title);
    const seen = async (isBeta: boolean): Promise<string[][]> => {
      const { site: own, siteSpaces } = await profile({ 'X-Visitor-Unsigned-Claims': JSON.stringify({ isBeta }) });
      return [titles(own), titles(siteSpaces[siteSpaceIds[0] ?? ''])];
    };
    expect(await seen(true)).toEqual([['Site for all', 'Site for beta'], ['Space for all', 'Space for beta']]);
    expect(await seen(false)).toEqual([['Site for all'], ['Space for all']]);
    // Those who may change it see all.
    expect(titles((await stage.as.get(site())).body)).toEqual(['Site for all', 'Site for beta']);
  });
});
