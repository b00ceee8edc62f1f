import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { docxOf } from '../../src/modules/content/import/testing/docx.js';
import { PNG, type Resource, TestSite, zipOf } from '../../src/modules/content/import/testing/site.js';
import { SpaceEntity } from '../../src/modules/spaces/space.entity.js';
import type { Answer, Client, Json } from '../support/client.js';
import { startDocumentSite } from '../support/document-site.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

interface Imported {
  answer: Answer;
  client: Client;
  spaceId: string;
  pages: Json[];
  read(page: Json): Promise<Json>;
}

async function importFrom(source: string, resources: Record<string, Resource | string>, path = '/'): Promise<Imported> {
  const { space, member } = await service.make.spaceWithMember('edit');
  const client = service.as(member.token);
  const site = await TestSite.serve(resources);
  try {
    const answer = await client.post(`/v1/spaces/${space.id}/content/import`, { source, url: site.origin + path });
    const { body } = await client.get(`/v1/spaces/${space.id}/content/pages`);
    const read = async (page: Json): Promise<Json> => (await client.get(`/v1/spaces/${space.id}/content/page/${String(page.id)}`)).body;
    return { answer, client, spaceId: space.id, pages: body.pages, read };
  } finally {
    await site.close();
  }
}

describe('an import', () => {
  it('of a website keeps its images when the site is gone, and says what failed', async () => {
    const { answer, client, spaceId, pages, read } = await importFrom('website', {
      '/': '<title>Home</title><main><h1>Home</h1><p>See <a href="/a">A</a>, <a href="/a/#x">A again</a>, <a href="/a?utm_source=q">and again</a>, <a href="/broken">broken</a>.</p><img src="/i.png" alt="Picture" onerror="alert(1)"><script>alert(1)</script></main>',
      '/a': '<title>A</title><main><h1>Intro</h1><p>Text of A. <a href="javascript:alert(1)">bad</a></p></main>',
      '/broken': { status: 500 },
      '/i.png': { type: 'image/png', body: PNG },
    });
    expect(answer.status).toBe(201);
    expect(answer.body.totalResources - answer.body.importedResources).toBe(1);
    const home = await read(pages[0]);
    expect(home.markdown).not.toMatch(/script|alert|onerror/);
    const [file] = await client.all(`/v1/spaces/${spaceId}/content/files`);
    expect((await fetch(file.downloadURL)).status).toBe(200);
    // The page that failed, and an anchor that the other one doesn't have.
    const links = await client.get(`/v1/spaces/${spaceId}/content/page/${String(pages[0].id)}/links`);
    expect(links.body.stats).toEqual({ total: links.body.items.length, broken: { total: 2 } });
  });

  it('of a large HTML page is whole', async () => {
    const { answer, pages, read } = await importFrom('html', { '/': `<main><h1>Manual</h1>${'<p>para with <b>bold</b> <a href="#x">l</a></p>'.repeat(600)}<p>end</p></main>` });
    expect([answer.status, pages.length]).toEqual([201, 1]);
    expect((await read(pages[0])).markdown).toMatch(/^# Manual\n\n(?:para with \*\*bold\*\* \[l\]\(#x\)\n\n){600}end\n$/);
  });

  it('of an HTML page reads its text as browsers do, and keeps it text', async () => {
    const body = Buffer.from('<main><h1>&#x2699;&#xfe0f; Settings</h1><p>\x93caf\xe9\x94 for $$</p><p>tail $$</p><p>{% hint style="info" %}</p><p>{% endhint %}</p></main>', 'latin1');
    const { client, spaceId, pages } = await importFrom('html', { '/': { type: 'text/html; charset=iso-8859-1', body } });
    expect(pages).toMatchObject([{ title: '⚙️ Settings', slug: 'settings' }]);
    const { document } = (await client.get(`/v1/spaces/${spaceId}/content/page/${String(pages[0].id)}?format=document`)).body;
    const texts = document.nodes.map((node: Json) => [node.type, node.nodes[0].leaves[0].text]);
    expect(texts).toEqual([['heading-1', '⚙️ Settings'], ['paragraph', '“café” for $$'], ['paragraph', 'tail $$'], ['paragraph', '{% hint style="info" %}'], ['paragraph', '{% endhint %}']]);
  });

  it('of a zip archive brings pages with what their front matter says, and variables', async () => {
    const archive = await zipOf({
      'SUMMARY.md': '# Summary\n\n* [Start](README.md)\n',
      'README.md': '---\ndescription: How to start\nicon: gear\nhidden: true\nvars:\n  colour: blue\n---\n\n# Start\n\nVersion <code class="expression">space.vars.version</code>, <code class="expression">page.vars.colour</code>, <code class="expression">space.vars.none</code>.\n',
      '.gitbook/vars.yaml': 'version: "2 *bold*"\n',
    });
    const { client, spaceId, pages } = await importFrom('zip', { '/x.zip': { type: 'application/zip', body: archive } }, '/x.zip');
    expect(pages).toMatchObject([{ title: 'Start', description: 'How to start', icon: 'gear', hidden: true, variables: { colour: 'blue' }, git: { path: 'README.md' } }]);
    expect((await client.get(`/v1/spaces/${spaceId}/content`)).body.variables).toEqual({ version: '2 *bold*' });
    const path = `/v1/spaces/${spaceId}/content/page/${String(pages[0].id)}`;
    const evaluated = (await client.get(`${path}?evaluated=true`)).body.markdown;
    expect(evaluated).toContain(', blue, <code class="expression">space.vars.none</code>.');
    expect(evaluated).not.toContain('2 *bold*');
    expect((await client.get(path)).body.markdown).toContain('<code class="expression">space.vars.version</code>');
    const { document } = (await client.get(`${path}?format=document&evaluated=true`)).body;
    expect(JSON.stringify(document)).toContain('2 *bold*');
  });

  it('of a Word document makes a page of each top heading', async () => {
    const document = await docxOf([
      { style: 'Heading1', text: 'One' },
      { text: 'First.' },
      { style: 'Heading1', text: 'Two' },
      { text: 'Second.' },
    ]);
    const { answer, pages } = await importFrom('docx', { '/x': { type: 'application/octet-stream', body: document } }, '/x');
    expect([answer.status, pages.map((page) => page.title)]).toEqual([201, ['One', 'Two']]);
  });

  it('adds to what is there, and equal titles get paths of their own', async () => {
    const { space, member } = await service.make.spaceWithMember('edit');
    const client = service.as(member.token);
    await service.make.page(space.id, { title: 'Intro' });
    const site = await TestSite.serve({ '/intro.md': { type: 'text/markdown', body: '# Intro\n' } });
    const answer = await client.post(`/v1/spaces/${space.id}/content/import`, { source: 'markdown', url: `${site.origin}/intro.md` });
    await site.close();
    const { body } = await client.get(`/v1/spaces/${space.id}/content`);
    expect(body.id).toBe(answer.body.revision);
    expect(body.pages.map((page: Json) => page.path)).toEqual(['intro', 'intro-1']);
  });

  it('of one Markdown document takes the files that it shows along, and tells which it could not', async () => {
    const body = '# Intro\n\n{% file src="data/a.csv" %}\n\n{% file src="gone.pdf" %}\n\n![](gone.png)\n';
    const { answer, client, spaceId } = await importFrom('markdown', { '/intro.md': { type: 'text/markdown', body }, '/data/a.csv': { type: 'text/csv', body: 'a,b\n' } }, '/intro.md');
    expect(answer.body).toMatchObject({ importedResources: 2, totalResources: 4 });
    const files = (await client.get(`/v1/spaces/${spaceId}/content/files`)).body.items;
    expect(files.map((file: Json) => file.name)).toEqual(['a.csv']);
    expect((await client.get(`/v1/spaces/${spaceId}/content/files/${String(files[0].id)}/backlinks`)).body.count).toBe(1);
  });

  it.each([
    ['that is not there', 'markdown', { '/x': { status: 404 } }],
    ['of another kind', 'zip', { '/x': { type: 'application/zip', body: '%PDF-1.7\n' } }],
    ['that is no Word document', 'docx', { '/x': '<p>Hello</p>' }],
  ])('of an address %s is refused and writes nothing', async (_, source, resources) => {
    const { answer, client, spaceId, pages } = await importFrom(source, resources as Record<string, Resource>, '/x');
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toMatchObject([{ field: 'url' }]);
    expect(pages).toEqual([]);
    expect((await client.get(`/v1/spaces/${spaceId}/content`)).body.parents).toEqual([]);
  });

  it.each(['http://[::1]/', 'http://169.254.169.254/latest', 'http://2130706434/', 'http://localhost:1/', 'http://10.0.0.1/', 'file:///etc/passwd', 'ftp://example.com/', 'example.com', ''])(
    'from %s is refused',
    async (url) => {
      const { space, member } = await service.make.spaceWithMember('edit');
      for (const source of ['website', 'zip']) {
        const answer = await service.as(member.token).post(`/v1/spaces/${space.id}/content/import`, { source, url });
        expect([answer.status, answer.body.error.details?.[0]?.field]).toEqual([400, 'url']);
      }
    },
  );

  it('needs the right to edit, and a space that is not locked', async () => {
    const { id: organizationId } = await service.make.organization();
    const space = await service.make.space({ organizationId });
    const body = { source: 'website', url: 'http://127.0.0.1:1/' };
    const commenter = await service.make.user({ organizationId, role: 'comment' });
    const refused = await service.as(commenter.token).post(`/v1/spaces/${space.id}/content/import`, body);
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('edit')]);
    const admin = await service.make.user({ organizationId, role: 'admin' });
    await service.make.db.repo(SpaceEntity).update({ id: space.id }, { editMode: 'locked' });
    const locked = await service.as(admin.token).post(`/v1/spaces/${space.id}/content/import`, body);
    expect([locked.status, locked.body.error.message]).toEqual([403, expect.stringContaining('locked')]);
  });
});

describe('an import that is still read', () => {
  const changes: readonly [name: string, change: (admin: Client, spaceId: string, userId: string) => Promise<Answer>, status: number][] = [
    ['who imports may not edit any more', (admin, spaceId, userId) => admin.patch(`/v1/spaces/${spaceId}/permissions/users/${userId}`, { role: 'read' }), 403],
    ['the space is locked', (admin, spaceId) => admin.patch(`/v1/spaces/${spaceId}`, { editMode: 'locked' }), 403],
    ['the space is deleted', (admin, spaceId) => admin.delete(`/v1/spaces/${spaceId}`), 404],
  ];

  it.each(changes)('writes nothing once %s', async (_name, change, status) => {
    const { space, member } = await service.make.spaceWithMember('admin');
    const importer = await service.make.user({ organizationId: space.organizationId, role: null });
    await service.make.grant(space.id, importer.id, 'edit');
    const site = await startDocumentSite();
    site.meanwhile = () => change(service.as(member.token), space.id, importer.id);
    try {
      const answer = await service.as(importer.token).post(`/v1/spaces/${space.id}/content/import`, { source: 'markdown', url: site.url });
      expect(answer.status).toBe(status);
      const revisions = await service.make.db.query('SELECT FROM revisions WHERE space_id = $1', [space.id]);
      expect(revisions).toHaveLength(1);
    } finally {
      await site.close();
    }
  });
});
