import type { IntegrationScope } from '../integration-values.js';

/** What an installation does with itself, whatever its scopes are. */
export const OWN_OPERATIONS: ReadonlySet<string> = new Set([
  'getIntegrationByName',
  'getIntegrationInstallationById',
  'updateIntegrationInstallation',
  'listIntegrationInstallationSpaces',
  'getIntegrationSpaceInstallation',
  'updateIntegrationSpaceInstallation',
  'listIntegrationInstallationSites',
  'getIntegrationSiteInstallation',
  'updateIntegrationSiteInstallation',
]);

/**
 * What each scope is for, in the spaces and sites of the installation. What stands nowhere is for people: nothing
 * here names spaces or sites but in its path, makes tokens, or changes rights.
 */
const OPERATIONS: Readonly<Partial<Record<IntegrationScope, readonly string[]>>> = {
  'space:content:read': [
    'getCurrentRevision',
    'getRevisionById',
    'getRevisionSemanticChanges',
    'listSpaceLinks',
    'listPages',
    'getPageById',
    'getPageByPath',
    'listPageLinksInSpace',
    'listSpacePageBacklinks',
    'listFiles',
    'getFileById',
    'listSpaceFileBacklinks',
    'searchSpaceContent',
    'listChangeRequestsForSpace',
    'getChangeRequestById',
    'getRevisionOfChangeRequestById',
    'getChangeRequestChanges',
    'listChangeRequestLinks',
    'listPagesInChangeRequest',
    'getPageInChangeRequestById',
    'getPageInChangeRequestByPath',
    'listPageLinksInChangeRequest',
    'listFilesInChangeRequestById',
    'getFileInChangeRequestById',
    'listChangeRequestFileBacklinks',
    'listChangeRequestPageBacklinks',
  ],
  'space:content:write': ['importContent', 'createChangeRequest', 'updateChangeRequestById', 'updateChangeRequest', 'updateChangeRequestContent', 'importContentInChangeRequest', 'mergeChangeRequest'],
  'space:metadata:read': ['getSpaceById'],
  'space:metadata:write': ['updateSpaceById'],
  'site:metadata:read': ['getSiteById', 'getSiteStructure', 'listSiteSections', 'listSiteSectionGroups', 'listSiteSpaces', 'getPublishedContentSite', 'getSiteCustomizationById'],
  'site:visitor:auth': ['getSitePublishingAuthById'],
  'site:adaptive:read': ['getSiteAdaptiveSchema', 'listSiteAdaptiveTemplateConditions'],
  'site:adaptive:write': ['updateSiteAdaptiveSchema'],
  'openapi:read': [
    'listOpenAPISpecs',
    'getOpenAPISpecBySlug',
    'listOpenAPISpecVersions',
    'getLatestOpenAPISpecVersion',
    'getLatestOpenAPISpecVersionContent',
    'getOpenAPISpecVersionById',
    'getOpenAPISpecVersionContentById',
  ],
  'openapi:write': ['createOpenAPISpec', 'createOrUpdateOpenAPISpecBySlug', 'deleteOpenAPISpecBySlug'],
};

const SCOPES = new Map(Object.entries(OPERATIONS).flatMap(([scope, operations]) => operations.map((operation) => [operation, scope] as const)));

/** The scope that the operation needs; undefined where none is enough. */
export function scopeOf(operationId: string): string | undefined {
  return SCOPES.get(operationId);
}

/** All operations that some installation may use. */
export const SCOPED_OPERATIONS: readonly string[] = [...OWN_OPERATIONS, ...SCOPES.keys()];
