import { type ContractOperation, PAGING } from './operation.js';

const BEYOND = 'Beyond the specification';
const site = '/v1/orgs/{organizationId}/sites/{siteId}';
const sections = `${site}/sections`;
const section = `${sections}/{siteSectionId}`;
const groups = `${site}/section-groups`;
const group = `${groups}/{siteSectionGroupId}`;
const siteSpaces = `${site}/site-spaces`;
const siteSpace = `${siteSpaces}/{siteSpaceId}`;

const condition = { type: 'string', minLength: 1, maxLength: 1024, nullable: true } as const;
const icon = { type: 'string', maxLength: 50, nullable: true } as const;
const path = { type: 'string', minLength: 1, maxLength: 100 } as const;
const position = { type: 'object' } as const;

export const SITE_STRUCTURE: readonly ContractOperation[] = [
  { section: 'Site sections', method: 'GET', path: sections, operationId: 'listSiteSections', success: 200, query: { ...PAGING, shareKey: { type: 'string' } } },
  {
    section: 'Site sections',
    method: 'POST',
    path: sections,
    operationId: 'addSectionToSite',
    success: 201,
    body: { spaceId: { type: 'string', required: true }, title: { type: 'string', minLength: 2, maxLength: 128, nullable: true }, icon },
  },
  { section: 'Site sections', method: 'DELETE', path: section, operationId: 'deleteSiteSectionById', success: 205 },
  {
    section: 'Site sections',
    method: 'PATCH',
    path: section,
    operationId: 'updateSiteSectionById',
    success: 200,
    body: {
      title: { type: 'string', minLength: 2, maxLength: 128 },
      path,
      defaultSiteSpace: { type: 'string' },
      condition,
      icon,
      description: { type: 'string', maxLength: 256, nullable: true },
    },
  },
  { section: 'Site sections', method: 'POST', path: `${section}/move`, operationId: 'moveSiteSection', success: 200, body: { position }, deprecated: true },

  { section: 'Site section groups', method: 'GET', path: groups, operationId: 'listSiteSectionGroups', success: 200, query: PAGING },
  {
    section: 'Site section groups',
    method: 'POST',
    path: groups,
    operationId: 'addSectionGroupToSite',
    success: 201,
    body: { title: { type: 'string', minLength: 1, maxLength: 100, required: true }, icon, sections: { type: 'array' } },
  },
  { section: 'Site section groups', method: 'DELETE', path: group, operationId: 'deleteSiteSectionGroupById', success: 205 },
  {
    section: 'Site section groups',
    method: 'PATCH',
    path: group,
    operationId: 'updateSiteSectionGroupById',
    success: 200,
    body: { title: { type: 'string', minLength: 1, maxLength: 100 }, icon },
  },
  {
    section: 'Site section groups',
    method: 'POST',
    path: `${group}/sections`,
    operationId: 'addSectionToGroup',
    success: 201,
    body: { sectionId: { type: 'string', required: true } },
  },
  { section: 'Site section groups', method: 'DELETE', path: `${group}/sections/{siteSectionId}`, operationId: 'removeSectionFromGroup', success: 205 },
  { section: 'Site section groups', method: 'POST', path: `${group}/move`, operationId: 'moveSiteSectionGroup', success: 200, body: { position }, deprecated: true },

  {
    section: 'Site spaces',
    method: 'GET',
    path: siteSpaces,
    operationId: 'listSiteSpaces',
    success: 200,
    query: { ...PAGING, shareKey: { type: 'string' }, default: { type: 'boolean' } },
  },
  {
    section: 'Site spaces',
    method: 'POST',
    path: siteSpaces,
    operationId: 'addSpaceToSite',
    success: 201,
    body: { spaceId: { type: 'string', required: true }, sectionId: { type: 'string' } },
  },
  { section: 'Site spaces', method: 'DELETE', path: siteSpace, operationId: 'deleteSiteSpaceById', success: 205 },
  {
    section: 'Site spaces',
    method: 'PATCH',
    path: siteSpace,
    operationId: 'updateSiteSpaceById',
    success: 200,
    body: { path, condition, spaceId: { type: 'string' } },
  },
  { section: 'Site spaces', method: 'POST', path: `${siteSpace}/move`, operationId: 'moveSiteSpace', success: 200, body: { position }, deprecated: true },
  { section: BEYOND, method: 'GET', path: `${site}/structure`, operationId: 'getSiteStructure', success: 200, query: { shareKey: { type: 'string' } } },
  {
    section: BEYOND,
    method: 'PATCH',
    path: `${site}/structure/sort`,
    operationId: 'sortSiteStructure',
    success: 200,
    body: { item: { type: 'object', required: true }, position: { type: 'object', required: true } },
  },
];
