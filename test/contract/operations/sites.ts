import { type ContractField, type ContractOperation, PAGING } from './operation.js';

const section = 'Sites';
const SHARE_LINKS = 'Share links';
const BEYOND = 'Beyond the specification';
const VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;

const all = '/v1/orgs/{organizationId}/sites';
const one = `${all}/{siteId}`;
const links = `${one}/share-links`;

const GROUPS = ['styling', 'internationalization', 'header', 'footer', 'themes', 'pdf', 'feedback', 'git', 'externalLinks', 'pagination', 'trademark', 'privacyPolicy', 'socialPreview'];
const SITE_GROUPS = [...GROUPS, 'ai', 'advancedCustomization', 'pageActions', 'insights'];
const TITLE = { type: 'string', minLength: 2, maxLength: 128 } as const;

function groups(names: readonly string[], field: ContractField): Record<string, ContractField> {
  return Object.fromEntries(names.map((name) => [name, field]));
}

export const SITES: readonly ContractOperation[] = [
  {
    section,
    method: 'GET',
    path: all,
    operationId: 'listSites',
    success: 200,
    query: { ...PAGING, space: { type: 'string' }, title: { type: 'string' }, published: { type: 'boolean' } },
  },
  {
    section,
    method: 'POST',
    path: all,
    operationId: 'createSite',
    success: 201,
    body: {
      type: { type: 'string', enum: ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'] },
      title: { type: 'string', minLength: 2, maxLength: 128 },
      visibility: { type: 'string', enum: VISIBILITIES },
      spaces: {},
    },
  },
  { section, method: 'GET', path: one, operationId: 'getSiteById', success: 200 },
  { section, method: 'DELETE', path: one, operationId: 'deleteSiteById', success: 205 },
  {
    section,
    method: 'PATCH',
    path: one,
    operationId: 'updateSiteById',
    success: 200,
    body: {
      title: { type: 'string', minLength: 2, maxLength: 128 },
      visibility: { type: 'string', enum: VISIBILITIES },
      basename: { type: 'string', minLength: 1, maxLength: 100 },
      adaptiveContent: { type: 'object' },
      agentsContext: { type: 'string', enum: ['included', 'excluded'] },
      defaultSiteSpace: { type: 'string' },
      defaultSiteSection: { type: 'string' },
      proxy: { type: 'string', nullable: true, maxLength: 512 },
    },
  },
  { section, method: 'GET', path: `${one}/adaptive-schema`, operationId: 'getSiteAdaptiveSchema', success: 200 },
  {
    section,
    method: 'PUT',
    path: `${one}/adaptive-schema`,
    operationId: 'updateSiteAdaptiveSchema',
    success: 200,
    body: { jsonSchema: { type: 'object', required: true } },
  },
  { section, method: 'GET', path: `${one}/adaptive-schema/template-conditions`, operationId: 'listSiteAdaptiveTemplateConditions', success: 200 },
  { section, method: 'GET', path: `${one}/published`, operationId: 'getPublishedContentSite', success: 200, query: { shareKey: { type: 'string' } } },
  { section: SHARE_LINKS, method: 'GET', path: links, operationId: 'listSiteShareLinks', success: 200, query: PAGING },
  {
    section: SHARE_LINKS,
    method: 'POST',
    path: links,
    operationId: 'createSiteShareLink',
    success: 201,
    body: { name: { type: 'string', required: true, maxLength: 50 } },
  },
  { section: SHARE_LINKS, method: 'DELETE', path: `${links}/{shareLinkId}`, operationId: 'deleteSiteShareLinkById', success: 205 },
  {
    section: SHARE_LINKS,
    method: 'PATCH',
    path: `${links}/{shareLinkId}`,
    operationId: 'updateSiteShareLinkById',
    success: 200,
    body: { active: { type: 'boolean' }, name: { type: 'string', maxLength: 50 } },
  },
  { section: BEYOND, method: 'POST', path: `${one}/publish`, operationId: 'publishSite', success: 200 },
  { section: BEYOND, method: 'POST', path: `${one}/unpublish`, operationId: 'unpublishSite', success: 200 },
  { section: BEYOND, method: 'GET', path: `${one}/customization`, operationId: 'getSiteCustomizationById', success: 200 },
  {
    section: BEYOND,
    method: 'PUT',
    path: `${one}/customization`,
    operationId: 'updateSiteCustomizationById',
    success: 200,
    body: { ...groups(SITE_GROUPS, { type: 'object', required: true }), title: TITLE, favicon: { required: true }, announcement: { type: 'object' } },
  },
  { section: BEYOND, method: 'GET', path: `${one}/site-spaces/{siteSpaceId}/customization`, operationId: 'getSiteSpaceCustomizationById', success: 200 },
  {
    section: BEYOND,
    method: 'PATCH',
    path: `${one}/site-spaces/{siteSpaceId}/customization`,
    operationId: 'overrideSiteSpaceCustomizationById',
    success: 200,
    body: { ...groups(GROUPS, { type: 'object' }), title: { ...TITLE, nullable: true }, favicon: {}, announcement: { type: 'object', nullable: true } },
  },
  { section: BEYOND, method: 'DELETE', path: `${one}/site-spaces/{siteSpaceId}/customization`, operationId: 'deleteSiteSpaceCustomizationById', success: 205 },
  { section: BEYOND, method: 'GET', path: `${one}/publishing/auth`, operationId: 'getSitePublishingAuthById', success: 200 },
  {
    section: BEYOND,
    method: 'PATCH',
    path: `${one}/publishing/auth`,
    operationId: 'updateSitePublishingAuthById',
    success: 200,
    body: { backend: { type: 'string', enum: ['custom'] }, fallbackURL: { type: 'string', nullable: true, format: 'uri', maxLength: 2048 } },
  },
  { section: BEYOND, method: 'POST', path: `${one}/publishing/auth/regenerate`, operationId: 'regenerateSitePublishingAuthById', success: 200 },
];
