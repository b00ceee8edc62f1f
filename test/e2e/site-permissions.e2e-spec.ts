import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MembersService } from '../../src/modules/members/members.service.js';
import type { Role } from '../../src/kernel/permissions/role.js';
import type { Json } from '../support/client.js';
import type { TestUser } from '../support/factories.js';
import { SiteStage } from '../support/site-stage.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

describe('who reaches a site', () => {
  it('are members with a role, and guests of its spaces, each with the highest role and what gives it', async () => {
    const stage = await SiteStage.make(service, { spaces: ['Guides', 'Reference'] });
    const { organizationId } = stage;
    const spaceId = (await stage.siteSpaces())[1]?.['space'].id;
    const user = (role: Role | null): Promise<TestUser> => service.make.user({ organizationId, role });
    const [reader, granted, guest, idle, disabled] = [await user('read'), await user('read'), await user(null), await user(null), await user('create')];
    const { id: teamId } = await service.make.team({ organizationId, members: { [guest.id]: 'member' } });
    await service.make.grantToTeam(spaceId, teamId, 'edit');
    await service.make.grant(spaceId, granted.id, 'review');
    await service.make.grant(await stage.space(), idle.id, 'admin');
    await service.app.get(MembersService).setDisabled(organizationId, disabled.id, true);
    const items = await stage.as.all(`${stage.path}/permissions/aggregate?limit=1`);
    const found = Object.fromEntries(items.map(({ user, permission, origin }: Json) => [user.id, { permission, origin }]));
    const organization = { type: 'organization', organization: organizationId };
    const space = { type: 'space', space: spaceId };
    expect(found).toMatchObject({
      [stage.creator.id]: { permission: 'create', origin: organization },
      [reader.id]: { permission: 'read', origin: organization },
      [granted.id]: { permission: 'review', origin: space },
      [guest.id]: { permission: 'edit', origin: space },
    });
    for (const { id } of [idle, disabled]) expect(found).not.toHaveProperty(id);
    expect((await stage.as.get(`${stage.path}/permissions/aggregate?limit=1`)).body.count).toBe(items.length);
  });
});
