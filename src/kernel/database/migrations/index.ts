import { Foundation1790000000000 } from './1790000000000-foundation.js';
import { Content1790000001000 } from './1790000001000-content.js';
import { MembersAndInvites1790000002000 } from './1790000002000-members-and-invites.js';
import { Teams1790000003000 } from './1790000003000-teams.js';
import { OrganizationSearch1790000004000 } from './1790000004000-organization-search.js';
import { ChangeRequests1790000010000 } from './1790000010000-change-requests.js';
import { Comments1790000011000 } from './1790000011000-comments.js';
import { Sites1790000012000 } from './1790000012000-sites.js';
import { Saml1790000014000 } from './1790000014000-saml.js';
import { OpenApiSpecs1790000015000 } from './1790000015000-openapi-specs.js';
import { Translations1790000016000 } from './1790000016000-translations.js';
import { Integrations1790000017000 } from './1790000017000-integrations.js';
import { PageBacklinks1790000018000 } from './1790000018000-page-backlinks.js';
import { Reviews1790000019000 } from './1790000019000-reviews.js';
import { SiteReach1790000020000 } from './1790000020000-site-reach.js';
import { Installations1790000021000 } from './1790000021000-installations.js';
import { AuditLog1790000022000 } from './1790000022000-audit-log.js';
import { SharedContent1790000023000 } from './1790000023000-shared-content.js';
import { SourcesWithoutCredentials1790000025000 } from './1790000025000-sources-without-credentials.js';
import { ScoredSearch1790000026000 } from './1790000026000-scored-search.js';
import { CheaperWrites1790000027000 } from './1790000027000-cheaper-writes.js';
import { DeferredCopies1790000028000 } from './1790000028000-deferred-copies.js';
import { DocumentFacts1790000030000 } from './1790000030000-document-facts.js';
import { InvitesWithinOrganizations1790000032000 } from './1790000032000-invites-within-organizations.js';
import { ProxiesInSmallLetters1790000032001 } from './1790000032001-proxies-in-small-letters.js';
import { ComposedRedirects1790000033000 } from './1790000033000-composed-redirects.js';

/** In the order in which they run. */
export const MIGRATIONS = [
  Foundation1790000000000,
  Content1790000001000,
  MembersAndInvites1790000002000,
  Teams1790000003000,
  OrganizationSearch1790000004000,
  ChangeRequests1790000010000,
  Comments1790000011000,
  Sites1790000012000,
  Saml1790000014000,
  OpenApiSpecs1790000015000,
  Translations1790000016000,
  Integrations1790000017000,
  PageBacklinks1790000018000,
  Reviews1790000019000,
  SiteReach1790000020000,
  Installations1790000021000,
  AuditLog1790000022000,
  SharedContent1790000023000,
  SourcesWithoutCredentials1790000025000,
  ScoredSearch1790000026000,
  CheaperWrites1790000027000,
  DeferredCopies1790000028000,
  DocumentFacts1790000030000,
  InvitesWithinOrganizations1790000032000,
  ProxiesInSmallLetters1790000032001,
  ComposedRedirects1790000033000,
];
