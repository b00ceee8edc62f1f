import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SiteStage } from '../support/site-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

describe('published addresses of the parts of a site', () => {
  it('are those of the site with the paths on the way, while it is published', async () => {
    const site = await SiteStage.make(service, { spaces: ['Root'] });
    expect((await site.siteSpaces())[0].urls).toEqual({});
    const { body } = await site.as.post(`${site.path}/publish`);
    const address: string = body.urls.published;
    expect((await site.siteSpaces())[0].urls).toEqual({ published: `${address}/root` });

    const section = await site.section('设计 Guide');
    const path = `${address}/${encodeURIComponent('设计-guide')}`;
    expect(section).toMatchObject({ urls: { published: path }, siteSpaces: [{ urls: { published: `${path}/${encodeURIComponent('设计-guide')}` } }] });
    await site.group('Group', [section.id]);
    expect((await site.groups())[0].sections[0].urls).toEqual({ published: path });
    expect((await site.siteSpaces())[0].urls).toEqual({ published: `${address}/handbook/root` });
    expect((await site.as.patch(`${site.path}/sections/${String(section.id)}`, { path: 'design' })).body).toMatchObject({ urls: { published: `${address}/design` } });

    await site.as.patch(site.path, { proxy: 'docs.example.com/help' });
    expect((await site.sections())[1].urls).toEqual({ published: 'https://docs.example.com/help/design' });
    await site.as.post(`${site.path}/unpublish`);
    expect((await site.sections())[1]).toMatchObject({ urls: {}, siteSpaces: [{ urls: {} }] });
  });

  it('hold the key of a share link that the reader comes with, if it admits to this site', async () => {
    const [site, other] = [await SiteStage.make(service), await SiteStage.make(service)];
    await site.section('Guide');
    const keys: string[] = [];
    for (const { as, path } of [site, other]) {
      await as.patch(path, { visibility: 'share-link' });
      await as.post(`${path}/publish`);
      const { body } = await as.post(`${path}/share-links`, { name: 'Friends' });
      keys.push(String(body.urls.published).split('/').at(-1) ?? '');
    }
    const address: string = (await site.as.get(site.path)).body.urls.published;
    const addresses = async (key: string): Promise<unknown[]> => {
      const [sections, siteSpaces] = await Promise.all([site.as.all(`${site.path}/sections?shareKey=${key}`), site.as.all(`${site.path}/site-spaces?shareKey=${key}`)]);
      return [...sections, ...sections[0].siteSpaces, ...siteSpaces].map(({ urls }) => urls.published);
    };
    const [own, foreign] = keys as [string, string];
    expect(await addresses(own)).toEqual([`${address}/${own}/guide`, `${address}/${own}/guide/guide`, `${address}/${own}/guide/guide`]);
    for (const key of [foreign, '', 'nonsense']) expect(await addresses(key)).toEqual([`${address}/guide`, `${address}/guide/guide`, `${address}/guide/guide`]);
  });
});
