export const INTEGRATION_VISIBILITIES = ['public', 'private', 'unlisted'] as const;
export type IntegrationVisibility = (typeof INTEGRATION_VISIBILITIES)[number];

/** Where an integration can be installed. */
export const INTEGRATION_TARGETS = ['all', 'site', 'space', 'organization'] as const;
export type IntegrationTarget = (typeof INTEGRATION_TARGETS)[number];

/** What an integration is installed in, within an organization. */
export type ContentKind = 'space' | 'site';

export const INTEGRATION_RUNTIMES = ['v1', 'v2'] as const;
export type IntegrationRuntime = (typeof INTEGRATION_RUNTIMES)[number];

export const INTEGRATION_CATEGORIES = ['analytics', 'collaboration', 'content', 'gitsync', 'marketing', 'visitor-auth', 'other'] as const;
export type IntegrationCategory = (typeof INTEGRATION_CATEGORIES)[number];

/** What an integration asks to be allowed. */
export const INTEGRATION_SCOPES = [
  'space:content:read',
  'space:content:write',
  'space:metadata:read',
  'space:metadata:write',
  'space:git:sync',
  'page:feedback:read',
  'site:metadata:read',
  'site:views:read',
  'site:script:inject',
  'site:script:cookies',
  'site:visitor:auth',
  'site:adaptive:read',
  'site:adaptive:write',
  'openapi:read',
  'openapi:write',
  'conversations:ingest',
  'space:views:read',
  'space:script:inject',
  'space:script:cookies',
  'space:visitor:auth',
] as const;
export type IntegrationScope = (typeof INTEGRATION_SCOPES)[number];

/** Also what an address may hold without being escaped. */
export const NAME_PATTERN = /^[a-zA-Z0-9-_.]+$/;
export const LONGEST_NAME = 100;

/** Whether an integration can have this name. Dots alone would be read as a way through the address. */
export function isIntegrationName(name: string): boolean {
  return name.length <= LONGEST_NAME && NAME_PATTERN.test(name) && !/^\.{1,2}$/.test(name);
}
