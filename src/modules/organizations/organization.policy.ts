import { reaches, type Role } from '../../kernel/permissions/role.js';
import type { OperationsOf } from '../../kernel/permissions/token-reach.js';
import { memberAbilities } from '../members/member.policy.js';

/** What a caller may do in an organization. */
export interface OrganizationAbilities {
  view: boolean;
  admin: boolean;
  ownTeam: boolean;
  createContent: boolean;
  createOpenAPISpec: boolean;
  ingestConversations: boolean;
  viewBilling: boolean;
  listMembers: boolean;
  listTeams: boolean;
  listIntegrations: boolean;
}

export interface OrganizationFacts {
  /** Enabled membership; undefined for outsiders. A null role is a guest. */
  membership?: { readonly role: Role | null };
  ownsTeam: boolean;
}

export function organizationAbilities({ membership, ownsTeam }: OrganizationFacts): OrganizationAbilities {
  const role = membership?.role ?? null;
  const reads = reaches(role, 'read');
  const creates = reaches(role, 'create');
  const { admin, listMembers } = memberAbilities(membership);
  return {
    view: membership !== undefined,
    admin,
    ownTeam: reads && ownsTeam,
    createContent: creates,
    createOpenAPISpec: creates,
    ingestConversations: admin,
    viewBilling: admin,
    listMembers,
    listTeams: reads,
    listIntegrations: reads,
  };
}

/** The operation that stands for each ability: a token of an installation that may not use it lacks the ability. */
export const ORGANIZATION_OPERATIONS: OperationsOf<OrganizationAbilities> = {
  view: 'getOrganizationById',
  admin: 'updateOrganizationById',
  ownTeam: 'updateTeamInOrganizationById',
  createContent: 'createSpace',
  createOpenAPISpec: 'createOpenAPISpec',
  ingestConversations: null,
  viewBilling: null,
  listMembers: 'listMembersInOrganizationById',
  listTeams: 'listTeamsInOrganizationById',
  listIntegrations: 'listOrganizationIntegrations',
};
