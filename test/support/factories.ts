import { createHash } from 'node:crypto';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Database } from '../../src/kernel/database/database.js';
import { newId } from '../../src/kernel/ids/id.js';
import { ObjectStorage } from '../../src/kernel/storage/object-storage.js';
import type { Role } from '../../src/kernel/permissions/role.js';
import { GrantsService } from '../../src/modules/access/grants.service.js';
import { CollectionStore } from '../../src/modules/collections/collection-store.js';
import type { PlacedCollection } from '../../src/modules/collections/placed-collection.js';
import { MainBranch } from '../../src/modules/content/main-branch.js';
import { type PageFields, PLAIN_FIELDS } from '../../src/modules/content/model/page.js';
import type { ContentChanges, NewPage } from '../../src/modules/content/store/content-changes.js';
import { storageKey } from '../../src/modules/content/store/file-rows.js';
import { ContentWriter } from '../../src/modules/content/store/content-writer.js';
import type { Revision } from '../../src/modules/content/store/revision-writer.js';
import { TokensService } from '../../src/modules/identity/tokens.service.js';
import { UsersService } from '../../src/modules/identity/users.service.js';
import { MembersService } from '../../src/modules/members/members.service.js';
import { OrganizationsService } from '../../src/modules/organizations/organizations.service.js';
import { type PlacedSpace } from '../../src/modules/spaces/placed-space.js';
import { SpaceStore } from '../../src/modules/spaces/space-store.js';
import type { TeamRole } from '../../src/modules/teams/team-member.entity.js';
import { TeamMembersService } from '../../src/modules/teams/team-members.service.js';
import type { TeamEntity } from '../../src/modules/teams/team.entity.js';
import { TeamsService } from '../../src/modules/teams/teams.service.js';

export interface TestUser {
  id: string;
  email: string;
  token: string;
}

export interface PageOptions extends Partial<PageFields> {
  pageId?: string;
  parentId?: string | null;
  slug?: string;
  markdown?: string | null;
}

/** Makes what a test needs through the services; missing parents are made along. */
export class Factories {
  constructor(private readonly app: NestExpressApplication) {}

  async organization(title = 'Test organization'): Promise<{ id: string }> {
    return this.app.get(OrganizationsService).create(title);
  }

  /** A user with a token; a member with the role where an organization is given. */
  async user({ organizationId, role = 'read' }: { organizationId?: string; role?: Role | null } = {}): Promise<TestUser> {
    const id = newId();
    const user = await this.app.get(UsersService).ensure(`${id}@example.com`, `User ${id}`);
    if (organizationId !== undefined) await this.app.get(MembersService).join(organizationId, user.id, role);
    const { token } = await this.app.get(TokensService).issue({ userId: user.id, label: 'test' });
    return { id: user.id, email: user.email, token };
  }

  /** Makes a user a member of another organization, too. */
  async join(organizationId: string, userId: string, role: Role | null): Promise<void> {
    await this.app.get(MembersService).join(organizationId, userId, role);
  }

  async collection({ organizationId, title = 'Test collection', parentId = null }: { organizationId?: string; title?: string; parentId?: string | null } = {}): Promise<PlacedCollection> {
    return this.app.get(CollectionStore).create({ organizationId: organizationId ?? (await this.organization()).id, title, parentId });
  }

  async space({ organizationId, title = 'Test space', parentId }: { organizationId?: string; title?: string; parentId?: string } = {}): Promise<PlacedSpace> {
    return this.app.get(SpaceStore).create({ organizationId: organizationId ?? (await this.organization()).id, title, parentId });
  }

  /** An organization, a space in it, and a member with the role. */
  async spaceWithMember(role: Role | null = 'admin'): Promise<{ space: PlacedSpace; member: TestUser }> {
    const { id: organizationId } = await this.organization();
    const [space, member] = await Promise.all([this.space({ organizationId }), this.user({ organizationId, role })]);
    return { space, member };
  }

  async grant(spaceId: string, userId: string, role: Role): Promise<void> {
    await this.app.get(GrantsService).give(spaceId, 'space', { userId }, role);
  }

  async grantOnCollection(collectionId: string, userId: string, role: Role): Promise<void> {
    await this.app.get(GrantsService).give(collectionId, 'collection', { userId }, role);
  }

  async grantToTeam(spaceId: string, teamId: string, role: Role): Promise<void> {
    await this.app.get(GrantsService).give(spaceId, 'space', { teamId }, role);
  }

  /** A team, with the roles of its members by their ids. */
  async team({ organizationId, title = 'Test team', members = {} }: { organizationId: string; title?: string; members?: Record<string, TeamRole> }): Promise<TeamEntity> {
    const team = await this.app.get(TeamsService).make({ organizationId, title });
    for (const [userId, role] of Object.entries(members)) await this.app.get(TeamMembersService).join(team, userId, role);
    return team;
  }

  /** Writes one revision of the space's main content. */
  async commit(spaceId: string, changes: ContentChanges): Promise<Revision> {
    return this.app.get(ContentWriter).commit(this.app.get(MainBranch).of(spaceId), changes, { createdBy: null });
  }

  /** Adds a page to the main content; its id. */
  async page(spaceId: string, options: PageOptions = {}): Promise<string> {
    const page = newPage(options);
    await this.commit(spaceId, { newPages: [page] });
    return page.pageId;
  }

  /** Adds a file to the main content; its id. */
  async file(spaceId: string, { name = 'picture.png', gitPath = null }: { name?: string; gitPath?: string | null } = {}): Promise<string> {
    const fileId = newId();
    const hash = createHash('sha256').update(fileId).digest('hex');
    await this.app.get(ObjectStorage).put(storageKey(hash), Buffer.from(fileId), 'image/png');
    await this.commit(spaceId, { newFiles: [{ fileId, name, contentType: 'image/png', size: 1, width: 1, height: 1, hash, gitPath, gitOid: null }] });
    return fileId;
  }

  get db(): Database {
    return this.app.get(Database);
  }
}

/** A new page with defaults for what a test doesn't care about. */
export function newPage({ pageId = newId(), parentId = null, slug, markdown = '', ...fields }: PageOptions = {}): NewPage {
  return {
    pageId,
    parentId,
    slug,
    markdown,
    fields: {
      ...PLAIN_FIELDS,
      title: 'Test page',
      ...fields,
    },
  };
}
