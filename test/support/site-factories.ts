import { SiteStore } from '../../src/modules/sites/site-store.js';
import type { ReadSite } from '../../src/modules/sites/read-site.js';
import type { SiteVisibility } from '../../src/modules/sites/site.entity.js';
import type { PlacedSpace } from '../../src/modules/spaces/placed-space.js';
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
