import type { Role } from '../../src/kernel/permissions/role.js';
import type { OrganizationAbilities } from '../../src/modules/organizations/organization.policy.js';
import type { TeamAbilities } from '../../src/modules/teams/team.policy.js';
import type { Call } from './authorization.js';

/** What a request of the table acts on: a team, a member of the organization who is in it, and an invite. All are new for each request. */
export interface MembershipStage {
  organizationId: string;
  teamId: string;
  userId: string;
  inviteId: string;
}

interface Row {
  readonly operationId: string;
  readonly call: (stage: MembershipStage) => Call;
}

/** Decided by the role in the organization; null: guests may, too. */
interface OrganizationRow extends Row {
  readonly on: 'organization';
  readonly needs: Role | null;
  readonly permission: keyof OrganizationAbilities;
}

/** Decided by the role in the organization and in the team; guests don't see it. */
interface TeamRow extends Row {
  readonly on: 'team';
  readonly permission: keyof TeamAbilities;
}

/** Open to every token, which answers what its user may know. */
interface AnybodyRow extends Row {
  readonly on: 'anybody';
  /** Disabled members of the organization are told so. */
  readonly refusesDisabled?: true;
}

/** Who may use an operation on people: members, teams and what belongs to an organization as a whole. */
export type MembershipRow = OrganizationRow | TeamRow | AnybodyRow;

const see = { on: 'organization', needs: null, permission: 'view' } as const;
const administer = { on: 'organization', needs: 'admin', permission: 'admin' } as const;
const listMembers = { on: 'organization', needs: 'read', permission: 'listMembers' } as const;
const list = { on: 'organization', needs: 'read', permission: 'listTeams' } as const;
const view = { on: 'team', permission: 'view' } as const;
const manage = { on: 'team', permission: 'admin' } as const;

const organization = ({ organizationId }: MembershipStage): string => `/v1/orgs/${organizationId}`;
const person = (stage: MembershipStage): string => `${organization(stage)}/members/${stage.userId}`;
const teams = ({ organizationId }: MembershipStage): string => `/v1/orgs/${organizationId}/teams`;
const team = (stage: MembershipStage): string => `${teams(stage)}/${stage.teamId}`;
const member = (stage: MembershipStage): string => `${team(stage)}/members/${stage.userId}`;

export const MEMBERSHIP_AUTHORIZATION: readonly MembershipRow[] = [
  { operationId: 'listOrganizationsForAuthenticatedUser', on: 'anybody', call: () => ({ path: '/v1/orgs' }) },
  { operationId: 'getOrganizationsForEmailDomain', on: 'anybody', call: () => ({ path: '/v1/email-domains/example.com/orgs' }) },
  { operationId: 'getOrganizationById', ...see, call: (stage) => ({ path: organization(stage) }) },
  { operationId: 'updateOrganizationById', ...administer, call: (stage) => ({ path: organization(stage), body: { ai: true } }) },
  { operationId: 'searchOrganizationContent', ...see, call: (stage) => ({ path: `${organization(stage)}/search?query=word` }) },
  { operationId: 'listChangeRequestsForOrganization', ...see, call: (stage) => ({ path: `${organization(stage)}/change-requests` }) },
  { operationId: 'createOrganization', on: 'anybody', call: () => ({ path: '/v1/orgs', body: { title: 'New' } }) },
  { operationId: 'inviteUsersToOrganization', ...administer, call: (stage) => ({ path: `${organization(stage)}/invites`, body: { emails: ['new@example.com'] } }) },
  { operationId: 'listOrganizationInviteLinks', ...administer, call: (stage) => ({ path: `${organization(stage)}/link-invites` }) },
  { operationId: 'createOrganizationInvite', ...administer, call: (stage) => ({ path: `${organization(stage)}/link-invites`, body: { role: 'read' } }) },
  { operationId: 'updateOrganizationInviteById', ...administer, call: (stage) => ({ path: `${organization(stage)}/link-invites/${stage.inviteId}`, body: { role: 'edit' } }) },
  // Whoever has the id of an invitation may read it, and join.
  { operationId: 'getOrganizationInviteLink', on: 'anybody', call: (stage) => ({ path: `${organization(stage)}/link-invites/${stage.inviteId}` }) },
  { operationId: 'joinOrganizationWithInvite', on: 'anybody', refusesDisabled: true, call: (stage) => ({ path: `${organization(stage)}/invites/${stage.inviteId}` }) },
  { operationId: 'joinOrganization', on: 'anybody', refusesDisabled: true, call: (stage) => ({ path: `${organization(stage)}/join` }) },
  { operationId: 'deleteOrganizationInviteById', ...administer, call: (stage) => ({ path: `${organization(stage)}/link-invites/${stage.inviteId}` }) },
  { operationId: 'listMembersInOrganizationById', ...listMembers, call: (stage) => ({ path: `${organization(stage)}/members` }) },
  { operationId: 'getMemberInOrganizationById', ...listMembers, call: (stage) => ({ path: person(stage) }) },
  // Whose own membership it is may end it, too.
  { operationId: 'removeMemberFromOrganizationById', ...administer, call: (stage) => ({ path: person(stage) }) },
  { operationId: 'updateMemberInOrganizationById', ...administer, call: (stage) => ({ path: person(stage), body: { role: 'edit' } }) },
  { operationId: 'updateOrganizationMemberLastSeenAt', ...see, call: (stage) => ({ path: `${organization(stage)}/ping` }) },
  { operationId: 'setUserAsSSOMemberForOrganization', ...administer, call: (stage) => ({ path: `${person(stage)}/sso` }) },
  // Whose own spaces they are may list them, too.
  { operationId: 'listSpacesForOrganizationMember', ...listMembers, call: (stage) => ({ path: `${person(stage)}/spaces` }) },
  { operationId: 'listTeamsInOrganizationById', ...list, call: (stage) => ({ path: teams(stage) }) },
  { operationId: 'createOrganizationTeam', on: 'organization', needs: 'admin', permission: 'admin', call: (stage) => ({ path: teams(stage), body: { title: 'New' } }) },
  { operationId: 'getTeamInOrganizationById', ...view, call: (stage) => ({ path: team(stage) }) },
  { operationId: 'removeTeamFromOrganizationById', ...manage, call: (stage) => ({ path: team(stage) }) },
  { operationId: 'updateTeamInOrganizationById', ...manage, call: (stage) => ({ path: team(stage), body: { title: 'New' } }) },
  { operationId: 'listTeamMembersInOrganizationById', ...view, call: (stage) => ({ path: `${team(stage)}/members` }) },
  { operationId: 'updateMembersInOrganizationTeam', ...manage, call: (stage) => ({ path: `${team(stage)}/members`, body: { add: [stage.userId] } }) },
  { operationId: 'addMemberToOrganizationTeamById', ...manage, call: (stage) => ({ path: member(stage), body: { role: 'owner' } }) },
  { operationId: 'deleteMemberFromOrganizationTeamById', ...manage, call: (stage) => ({ path: member(stage) }) },
  {
    operationId: 'listTeamsForOrganizationMember',
    ...list,
    call: ({ organizationId, userId }) => ({ path: `/v1/orgs/${organizationId}/members/${userId}/teams` }),
  },
];
