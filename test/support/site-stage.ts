import type { ReadSite } from '../../src/modules/sites/read-site.js';
import { StructureStore } from '../../src/modules/sites/structure/structure-store.js';
import type { Client, Json } from './client.js';
import type { TestUser } from './factories.js';
import type { TestApp } from './test-app.js';

/** A site whose structure a test changes, over HTTP, as a member who may. */
export class SiteStage {
  private constructor(
    private readonly service: TestApp,
    readonly organizationId: string,
    readonly siteId: string,
    readonly creator: TestUser,
  ) {}

  static async make(service: TestApp, { title = 'Handbook', spaces = [] }: { title?: string; spaces?: readonly string[] } = {}): Promise<SiteStage> {
    const { id: organizationId } = await service.make.organization();
    const creator = await service.make.user({ organizationId, role: 'create' });
    const ids: string[] = [];
    for (const name of spaces) ids.push((await service.make.space({ organizationId, title: name })).id);
    const made = await service.as(creator.token).post(`/v1/orgs/${organizationId}/sites`, { title, spaces: ids });
    if (made.status !== 201) throw new Error(`Making a site answered ${String(made.status)}: ${JSON.stringify(made.body)}`);
    return new SiteStage(service, organizationId, made.body.id, creator);
  }

  /** The same, published, with two spaces. */
  static async makePublished(service: TestApp): Promise<SiteStage> {
    const stage = await SiteStage.make(service, { spaces: ['Guides', 'Reference'] });
    await stage.as.post(`${stage.path}/publish`);
    return stage;
  }

  get as(): Client {
    return this.service.as(this.creator.token);
  }

  get path(): string {
    return `/v1/orgs/${this.organizationId}/sites/${this.siteId}`;
  }

  /** Below the service's address, where the site has no other. */
  get address(): string {
    return `/sites/${this.organizationId}/${this.siteId}`;
  }

  async space(title = 'Test space'): Promise<string> {
    return (await this.service.make.space({ organizationId: this.organizationId, title })).id;
  }

  /** A section that shows a new space. */
  async section(title: string): Promise<Json> {
    return this.made('sections', { spaceId: await this.space(title) });
  }

  async group(title: string, sections: readonly string[] = []): Promise<Json> {
    return this.made('section-groups', { title, sections });
  }

  /** A site space that shows a new space. */
  async siteSpace(title: string, sectionId?: string): Promise<Json> {
    return this.made('site-spaces', { spaceId: await this.space(title), sectionId });
  }

  sections(): Promise<Json[]> {
    return this.as.all(`${this.path}/sections`);
  }

  groups(): Promise<Json[]> {
    return this.as.all(`${this.path}/section-groups`);
  }

  siteSpaces(query = ''): Promise<Json[]> {
    return this.as.all(`${this.path}/site-spaces${query}`);
  }

  /** Another one after every change of anything in the site. */
  async version(): Promise<string> {
    const [site] = await this.service.make.db.query<{ version: string }>('SELECT version FROM sites WHERE id = $1', [this.siteId]);
    return site?.version ?? '';
  }

  private async made(parts: string, body: object): Promise<Json> {
    const answer = await this.as.post(`${this.path}/${parts}`, body);
    if (answer.status !== 201) throw new Error(`POST ${parts} answered ${String(answer.status)}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

/** One part of each kind in a site: a section in a group, with a site space. */
export async function makeParts({ app, make }: TestApp, site: ReadSite): Promise<{ siteSectionId: string; siteSectionGroupId: string; siteSpaceId: string }> {
  const store = app.get(StructureStore);
  const space = await make.space({ organizationId: site.organizationId });
  const siteSectionId = await store.change(site, (locked) => store.addSection(locked, { title: 'Test section', icon: null, space }));
  const siteSectionGroupId = await store.change(site, (locked) => store.addGroup(locked, { title: 'Test group', icon: null, sectionIds: [siteSectionId] }));
  const siteSpaceId = await store.change(site, (locked) => store.addSiteSpace(locked, { space, sectionId: siteSectionId }));
  return { siteSectionId, siteSectionGroupId, siteSpaceId };
}
