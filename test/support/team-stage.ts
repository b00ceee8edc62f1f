import { expect } from '@jest/globals';
import type { TeamRole } from '../../src/modules/teams/team-member.entity.js';
import type { Client } from './client.js';
import type { TestUser } from './factories.js';
import type { TestApp } from './test-app.js';

/** A team, an admin of its organization, and three members who are not in it. */
export interface TeamStage {
  organizationId: string;
  team: string;
  members: string;
  admin: TestUser;
  asAdmin: Client;
  /** Members of the organization who are not in the team. */
  ada: TestUser;
  ben: TestUser;
  eve: TestUser;
  teamId: string;
}

export async function makeStage(service: TestApp): Promise<TeamStage> {
  const { id: organizationId } = await service.make.organization();
  const user = () => service.make.user({ organizationId });
  const [admin, ada, ben, eve, { id: teamId }] = await Promise.all([service.make.user({ organizationId, role: 'admin' }), user(), user(), user(), service.make.team({ organizationId })]);
  const team = `/v1/orgs/${organizationId}/teams/${teamId}`;
  return { organizationId, team, members: `${team}/members`, admin, asAdmin: service.as(admin.token), ada, ben, eve, teamId };
}

/** Role in the team by user; checks that the team's own count agrees. */
export async function rolesIn({ asAdmin, team, members }: TeamStage): Promise<Record<string, TeamRole>> {
  const items = await asAdmin.all(members);
  expect((await asAdmin.get(team)).body.members).toBe(items.length);
  expect((await asAdmin.get(members)).body.count).toBe(items.length);
  return Object.fromEntries(items.map(({ organization, team: { role } }) => [organization.id, role]));
}
