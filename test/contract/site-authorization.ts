import { defaultCustomization } from '../../src/modules/sites/customization/customization.js';
import type { SiteAbilities } from '../../src/modules/sites/site.policy.js';
import type { Call } from './authorization.js';

/** What a request of the table acts on: a site with a space, an adaptive schema, a share link and a redirect. All are new for each request. */
export interface SiteStage {
  organizationId: string;
  siteId: string;
  shareLinkId: string;
  siteRedirectId: string;
  siteSpaceId: string;
  /** Where the service is. */
  publicUrl: string;
}

/** Who may use an operation on sites: the role in the organization decides. */
export interface SiteRow {
  readonly operationId: string;
  readonly permission: keyof SiteAbilities;
  /** On the sites of the organization as a whole, which every member knows to be there. */
  readonly onAll?: true;
  /** The part of the site that the path names. */
  readonly part?: 'shareLinkId' | 'siteRedirectId';
  readonly call: (stage: SiteStage) => Call;
}

const SCHEMA = { type: 'object', properties: {}, additionalProperties: false };
const all = ({ organizationId }: SiteStage): string => `/v1/orgs/${organizationId}/sites`;
const site = (stage: SiteStage): string => `${all(stage)}/${stage.siteId}`;
const links = (stage: SiteStage): string => `${site(stage)}/share-links`;
const link = (stage: SiteStage): string => `${links(stage)}/${stage.shareLinkId}`;
const address = ({ publicUrl, organizationId, siteId }: SiteStage): string => `${publicUrl}/sites/${organizationId}/${siteId}`;
const redirects = (stage: SiteStage): string => `${site(stage)}/redirects`;
const redirect = (stage: SiteStage): string => `${redirects(stage)}/${stage.siteRedirectId}`;
const onRedirect = { permission: 'edit', part: 'siteRedirectId' } as const;
const onLink = { permission: 'edit', part: 'shareLinkId' } as const;

export const SITE_AUTHORIZATION: readonly SiteRow[] = [
  { operationId: 'listSites', permission: 'view', onAll: true, call: (stage) => ({ path: all(stage) }) },
  { operationId: 'createSite', permission: 'edit', onAll: true, call: (stage) => ({ path: all(stage) }) },
  { operationId: 'getSiteById', permission: 'view', call: (stage) => ({ path: site(stage) }) },
  { operationId: 'deleteSiteById', permission: 'edit', call: (stage) => ({ path: site(stage) }) },
  { operationId: 'updateSiteById', permission: 'edit', call: (stage) => ({ path: site(stage), body: { title: 'New' } }) },
  { operationId: 'getSiteAdaptiveSchema', permission: 'view', call: (stage) => ({ path: `${site(stage)}/adaptive-schema` }) },
  { operationId: 'updateSiteAdaptiveSchema', permission: 'edit', call: (stage) => ({ path: `${site(stage)}/adaptive-schema`, body: { jsonSchema: SCHEMA } }) },
  { operationId: 'listSiteAdaptiveTemplateConditions', permission: 'view', call: (stage) => ({ path: `${site(stage)}/adaptive-schema/template-conditions` }) },
  // Of a site that isn't published; who else reads one that is, its own test tells.
  { operationId: 'getPublishedContentSite', permission: 'view', call: (stage) => ({ path: `${site(stage)}/published` }) },
  { operationId: 'publishSite', permission: 'edit', call: (stage) => ({ path: `${site(stage)}/publish` }) },
  { operationId: 'unpublishSite', permission: 'edit', call: (stage) => ({ path: `${site(stage)}/unpublish` }) },
  { operationId: 'getSitePublishingAuthById', permission: 'edit', call: (stage) => ({ path: `${site(stage)}/publishing/auth` }) },
  { operationId: 'updateSitePublishingAuthById', permission: 'edit', call: (stage) => ({ path: `${site(stage)}/publishing/auth`, body: { fallbackURL: 'https://sign-in.example.com/' } }) },
  { operationId: 'regenerateSitePublishingAuthById', permission: 'edit', call: (stage) => ({ path: `${site(stage)}/publishing/auth/regenerate` }) },
  { operationId: 'getSiteCustomizationById', permission: 'view', call: (stage) => ({ path: `${site(stage)}/customization` }) },
  { operationId: 'updateSiteCustomizationById', permission: 'edit', call: (stage) => ({ path: `${site(stage)}/customization`, body: defaultCustomization() }) },
  { operationId: 'listSiteShareLinks', permission: 'view', call: (stage) => ({ path: links(stage) }) },
  { operationId: 'createSiteShareLink', permission: 'edit', call: (stage) => ({ path: links(stage), body: { name: 'New' } }) },
  { operationId: 'deleteSiteShareLinkById', ...onLink, call: (stage) => ({ path: link(stage) }) },
  { operationId: 'updateSiteShareLinkById', ...onLink, call: (stage) => ({ path: link(stage), body: { name: 'New' } }) },
  { operationId: 'listSiteRedirects', permission: 'view', call: (stage) => ({ path: redirects(stage) }) },
  {
    operationId: 'createSiteRedirect',
    permission: 'edit',
    call: (stage) => ({ path: redirects(stage), body: { source: '/new', destination: { kind: 'site-space', siteSpaceId: stage.siteSpaceId } } }),
  },
  { operationId: 'updateSiteRedirectById', ...onRedirect, call: (stage) => ({ path: redirect(stage), body: { source: '/new' } }) },
  { operationId: 'deleteSiteRedirectById', ...onRedirect, call: (stage) => ({ path: redirect(stage) }) },
  // Of a site that isn't published; who else reads one that is, their own tests tell.
  { operationId: 'getSiteRedirectBySource', permission: 'view', call: (stage) => ({ path: `${site(stage)}/redirect?source=/old` }) },
  { operationId: 'listPermissionsAggregateInSite', permission: 'edit', call: (stage) => ({ path: `${site(stage)}/permissions/aggregate` }) },
  { operationId: 'getSitePublishingPreviewById', permission: 'view', call: (stage) => ({ path: `${site(stage)}/publishing/preview` }) },
  { operationId: 'searchSiteContent', permission: 'view', call: (stage) => ({ path: `${site(stage)}/search`, body: { query: 'x' } }) },
  { operationId: 'getPublishedContentByUrl', permission: 'view', call: (stage) => ({ path: `/v1/urls/published?url=${encodeURIComponent(address(stage))}` }) },
  { operationId: 'resolvePublishedContentByUrl', permission: 'view', call: (stage) => ({ path: '/v1/urls/published', body: { url: address(stage) } }) },
];
