import { CHANGE_REQUEST_CONTENT, CHANGE_REQUESTS, REVIEWS } from './operations/change-requests.js';
import { COLLECTIONS } from './operations/collections.js';
import { OPENAPI_SPECS } from './operations/openapi-specs.js';
import { CONTENT_PERMISSIONS } from './operations/content-permissions.js';
import { INVITES } from './operations/invites.js';
import { COMMENTS } from './operations/comments.js';
import { INTEGRATIONS } from './operations/integrations.js';
import type { ContractOperation } from './operations/operation.js';
import { ORGANIZATION_MEMBERS } from './operations/organization-members.js';
import { ORGANIZATIONS } from './operations/organizations.js';
import { PEOPLE } from './operations/people.js';
import { SAML } from './operations/saml.js';
import { SITE_REACH } from './operations/site-reach.js';
import { SITE_STRUCTURE } from './operations/site-structure.js';
import { SITES } from './operations/sites.js';
import { SPACE_CONTENT } from './operations/space-content.js';
import { SPACES } from './operations/spaces.js';
import { TEAMS } from './operations/teams.js';
import { TRANSLATIONS } from './operations/translations.js';

/** Every operation of the interface; each section has a file of its own. */
export const OPERATIONS: readonly ContractOperation[] = [
  ...ORGANIZATIONS,
  ...ORGANIZATION_MEMBERS,
  ...TEAMS,
  ...SAML,
  ...COLLECTIONS,
  ...INVITES,
  ...SPACES,
  ...CONTENT_PERMISSIONS,
  ...SPACE_CONTENT,
  ...CHANGE_REQUESTS,
  ...CHANGE_REQUEST_CONTENT,
  ...REVIEWS,
  ...COMMENTS,
  ...SITES,
  ...SITE_STRUCTURE,
  ...SITE_REACH,
  ...OPENAPI_SPECS,
  ...TRANSLATIONS,
  ...INTEGRATIONS,
  ...PEOPLE,
];
