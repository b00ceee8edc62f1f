import type { SiteAbilities } from '../../src/modules/sites/site.policy.js';
import type { Call } from './authorization.js';

/** What a request of the table acts on: a site with a section in a group, and a site space in it that looks otherwise. All are new for each request. */
export interface SiteStructureStage {
  organizationId: string;
  siteId: string;
  siteSectionId: string;
  siteSectionGroupId: string;
  siteSpaceId: string;
  /** A space that whoever may create in the organization may put into a site. */
  spaceId: string;
}

/** Who may use an operation on the parts of a site: the role in the organization decides. */
export interface SiteStructureRow {
  readonly operationId: string;
  readonly permission: keyof SiteAbilities;
  /** The part of the site that the path names. */
  readonly part?: 'siteSectionId' | 'siteSectionGroupId' | 'siteSpaceId';
  readonly call: (stage: SiteStructureStage) => Call;
}

const site = ({ organizationId, siteId }: SiteStructureStage): string => `/v1/orgs/${organizationId}/sites/${siteId}`;
const section = (stage: SiteStructureStage): string => `${site(stage)}/sections/${stage.siteSectionId}`;
const group = (stage: SiteStructureStage): string => `${site(stage)}/section-groups/${stage.siteSectionGroupId}`;
const siteSpace = (stage: SiteStructureStage): string => `${site(stage)}/site-spaces/${stage.siteSpaceId}`;
const onSection = { permission: 'edit', part: 'siteSectionId' } as const;
const onGroup = { permission: 'edit', part: 'siteSectionGroupId' } as const;
const onSiteSpace = { permission: 'edit', part: 'siteSpaceId' } as const;

export const SITE_STRUCTURE_AUTHORIZATION: readonly SiteStructureRow[] = [
  { operationId: 'listSiteSections', permission: 'view', call: (stage) => ({ path: `${site(stage)}/sections` }) },
  { operationId: 'addSectionToSite', permission: 'edit', call: (stage) => ({ path: `${site(stage)}/sections`, body: { spaceId: stage.spaceId } }) },
  { operationId: 'deleteSiteSectionById', ...onSection, call: (stage) => ({ path: section(stage) }) },
  { operationId: 'updateSiteSectionById', ...onSection, call: (stage) => ({ path: section(stage), body: { title: 'New' } }) },
  { operationId: 'moveSiteSection', ...onSection, call: (stage) => ({ path: `${section(stage)}/move`, body: {} }) },
  { operationId: 'listSiteSectionGroups', permission: 'view', call: (stage) => ({ path: `${site(stage)}/section-groups` }) },
  { operationId: 'addSectionGroupToSite', permission: 'edit', call: (stage) => ({ path: `${site(stage)}/section-groups`, body: { title: 'New' } }) },
  { operationId: 'deleteSiteSectionGroupById', ...onGroup, call: (stage) => ({ path: group(stage) }) },
  { operationId: 'updateSiteSectionGroupById', ...onGroup, call: (stage) => ({ path: group(stage), body: { title: 'New' } }) },
  { operationId: 'addSectionToGroup', ...onGroup, call: (stage) => ({ path: `${group(stage)}/sections`, body: { sectionId: stage.siteSectionId } }) },
  { operationId: 'removeSectionFromGroup', ...onGroup, call: (stage) => ({ path: `${group(stage)}/sections/${stage.siteSectionId}` }) },
  { operationId: 'moveSiteSectionGroup', ...onGroup, call: (stage) => ({ path: `${group(stage)}/move`, body: {} }) },
  { operationId: 'listSiteSpaces', permission: 'view', call: (stage) => ({ path: `${site(stage)}/site-spaces` }) },
  { operationId: 'addSpaceToSite', permission: 'edit', call: (stage) => ({ path: `${site(stage)}/site-spaces`, body: { spaceId: stage.spaceId } }) },
  { operationId: 'deleteSiteSpaceById', ...onSiteSpace, call: (stage) => ({ path: siteSpace(stage) }) },
  { operationId: 'updateSiteSpaceById', ...onSiteSpace, call: (stage) => ({ path: siteSpace(stage), body: { path: 'new' } }) },
  { operationId: 'moveSiteSpace', ...onSiteSpace, call: (stage) => ({ path: `${siteSpace(stage)}/move`, body: {} }) },
  { operationId: 'getSiteSpaceCustomizationById', permission: 'view', part: 'siteSpaceId', call: (stage) => ({ path: `${siteSpace(stage)}/customization` }) },
  { operationId: 'overrideSiteSpaceCustomizationById', ...onSiteSpace, call: (stage) => ({ path: `${siteSpace(stage)}/customization`, body: { title: 'New' } }) },
  { operationId: 'deleteSiteSpaceCustomizationById', ...onSiteSpace, call: (stage) => ({ path: `${siteSpace(stage)}/customization` }) },
  { operationId: 'getSiteStructure', permission: 'view', call: (stage) => ({ path: `${site(stage)}/structure` }) },
  {
    operationId: 'sortSiteStructure',
    permission: 'edit',
    call: (stage) => ({ path: `${site(stage)}/structure/sort`, body: { item: { type: 'site-section', id: stage.siteSectionId }, position: {} } }),
  },
];
