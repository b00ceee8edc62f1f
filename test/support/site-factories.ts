import { SiteStore } from '../../src/modules/sites/site-store.js';
import type { ReadSite } from '../../src/modules/sites/read-site.js';
import type { SiteVisibility } from '../../src/modules/sites/site.entity.js';
import type { PlacedSpace } from '../../src/modules/spaces/placed-space.js';
import type { Answer, Client, Json } from './client.js';
import type { TestApp } from './test-app.js';

export interface SiteOptions {
  organizationId?: string;
  title?: string;
  visibility?: SiteVisibility;
  published?: boolean;
  /** Shown at the root. */
  spaces?: readonly PlacedSpace[];
}

/** A site, made without regard to any caller; its organization is made along where none is given. */
export async function makeSite({ app, make }: TestApp, options: SiteOptions = {}): Promise<ReadSite> {
  const { title = 'Test site', visibility = 'public', published = false, spaces = [] } = options;
  const organizationId = options.organizationId ?? (await make.organization()).id;
  const store = app.get(SiteStore);
  const site = await store.create({ organizationId, type: 'basic', title, visibility, spaces });
  return published ? store.update(site, { published }) : site;
}

/** Address of the site in the interface. */
export function sitePath({ organizationId, id }: Pick<ReadSite, 'organizationId' | 'id'>, rest = ''): string {
  return `/v1/orgs/${organizationId}/sites/${id}${rest}`;
}

/** A share link of the site, as its organization's members see it. */
export async function makeShareLink(service: TestApp, site: ReadSite, name = 'Test link'): Promise<Json> {
  const { token } = await service.make.user({ organizationId: site.organizationId, role: 'create' });
  return (await service.as(token).post(sitePath(site, '/share-links'), { name })).body;
}

/** A redirect from `/old` to the first site space of the site. */
export async function makeRedirect(service: TestApp, site: ReadSite): Promise<Json> {
  const creator = service.as((await service.make.user({ organizationId: site.organizationId, role: 'create' })).token);
  const [siteSpace] = await creator.all(sitePath(site, '/site-spaces'));
  return (await creator.post(sitePath(site, '/redirects'), { source: '/old', destination: { kind: 'site-space', siteSpaceId: siteSpace.id } })).body;
}

/** The key in the address of a share link. */
export function shareKeyOf(link: { urls: { published: string } }): string {
  return link.urls.published.split('/').at(-1) ?? '';
}

/** What an address of a site leads to. @param more what is told of the visitor */
export function resolveAddress(client: Client, url: string, more: object = {}): Promise<Answer> {
  return client.post('/v1/urls/published', { url, ...more });
}
