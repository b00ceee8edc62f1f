import { Injectable } from '@nestjs/common';
import { Database } from '../kernel/database/database.js';
import { BadInputError } from '../kernel/errors/errors.js';
import type { Role } from '../kernel/permissions/role.js';
import { Vault } from '../kernel/secrets/vault.js';
import { Urls } from '../kernel/urls/urls.js';
import { type Grantee, GrantsService } from '../modules/access/grants.service.js';
import { CollectionStore } from '../modules/collections/collection-store.js';
import { ImportService } from '../modules/content/import.service.js';
import { TokensService } from '../modules/identity/tokens.service.js';
import type { UserDto } from '../modules/identity/dto/user.dto.js';
import { UserPresenter } from '../modules/identity/user.presenter.js';
import { UsersService } from '../modules/identity/users.service.js';
import { MembersService } from '../modules/members/members.service.js';
import { LinkInvitesService } from '../modules/organizations/invites/link-invites.service.js';
import type { OrganizationEntity } from '../modules/organizations/organization.entity.js';
import { OrganizationsService } from '../modules/organizations/organizations.service.js';
import { SpaceStore } from '../modules/spaces/space-store.js';
import { AuditCommands } from './audit-commands.js';
import { DatabaseCheck } from './check/database-check.js';
import { OpenApiCommands } from './openapi-commands.js';
import { type ProgressStream, showProgress } from './progress.js';
import { SiteCommands } from './site-commands.js';

/** What an operator may do from the machine itself, without a token and without regard to rights. */
@Injectable()
export class OperatorCommands {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly userPresenter: UserPresenter,
    private readonly tokens: TokensService,
    private readonly members: MembersService,
    private readonly grants: GrantsService,
    private readonly organizations: OrganizationsService,
    private readonly invites: LinkInvitesService,
    private readonly collections: CollectionStore,
    private readonly spaces: SpaceStore,
    private readonly imports: ImportService,
    private readonly urls: Urls,
    private readonly vault: Vault,
    readonly sites: SiteCommands,
    readonly openApi: OpenApiCommands,
    readonly audit: AuditCommands,
    readonly check: DatabaseCheck,
  ) {}

  async createOrganization({ title }: { title: string }): Promise<{ organization: object }> {
    return { organization: this.organization(await this.organizations.create(title)) };
  }

  async createUser({ org, email, name, role }: { org: string; email: string; name: string; role: Role | null }): Promise<{ user: UserDto; token: string }> {
    return this.db.transaction(async () => {
      const organization = await this.organizations.get(org);
      const user = await this.users.ensure(email, name);
      await this.members.join(organization.id, user.id, role);
      const { token } = await this.tokens.issue({ userId: user.id, label: 'Made by the operator' });
      return { user: this.userPresenter.present(user), token };
    });
  }

  async setMemberDisabled({ org, user, disabled }: { org: string; user: string; disabled: boolean }): Promise<{ member: object }> {
    const { id: userId } = await this.users.getByIdOrEmail(user);
    const member = await this.members.setDisabled(org, userId, disabled);
    const { role, email, displayName, joinedAt } = member;
    return { member: { object: 'member', id: userId, role, displayName, email, disabled: member.disabled, joinedAt } };
  }

  async createInvite({ org, role }: { org: string; role: Role | null }): Promise<{ invite: object }> {
    const organization = await this.organizations.get(org);
    const { id, createdAt } = await this.invites.create(organization.id, role);
    const location = this.urls.api('orgs', organization.id, 'link-invites', id);
    return { invite: { id, organization: organization.id, role, createdAt, urls: { location } } };
  }

  async createToken({ user, expires }: { user: string; expires?: Date }): Promise<{ token: string }> {
    const { id } = await this.users.getByIdOrEmail(user);
    const { token } = await this.tokens.issue({ userId: id, label: 'Made by the operator', expiresAt: expires });
    return { token };
  }

  async revokeToken({ token }: { token: string }): Promise<{ revoked: true }> {
    await this.tokens.revoke(token);
    return { revoked: true };
  }

  async rotateSecrets(): Promise<{ key: string; secrets: number }> {
    const { keyId, texts } = await this.vault.rotate();
    return { key: keyId, secrets: texts };
  }

  async grant(options: { user?: string; team?: string; space?: string; collection?: string; role: Role }): Promise<{ granted: object }> {
    const { space, collection, role } = options;
    const targetId = space ?? collection;
    if (targetId === undefined) throw new BadInputError('Name what the role is on: --space or --collection.');
    const grantee = await this.grantee(options);
    await this.grants.give(targetId, space === undefined ? 'collection' : 'space', grantee, role);
    return { granted: { ...grantee, ...(space === undefined ? { collection } : { space }), role } };
  }

  async createCollection({ org, title, parent }: { org: string; title: string; parent?: string }): Promise<object> {
    const organization = await this.organizations.get(org);
    const collection = await this.collections.create({ organizationId: organization.id, title, parentId: parent ?? null });
    const { id, organizationId, parentId, createdAt, updatedAt } = collection;
    return {
      object: 'collection',
      id,
      title: collection.title,
      organization: organizationId,
      ...(parentId === null ? {} : { parent: parentId }),
      createdAt,
      updatedAt,
      urls: { location: this.urls.api('collections', id), app: this.urls.app('o', organizationId, 'c', id) },
    };
  }

  async createSpace({ org, title, collection }: { org: string; title: string; collection?: string }): Promise<object> {
    const organization = await this.organizations.get(org);
    const space = await this.spaces.create({ organizationId: organization.id, title, parentId: collection });
    const { id, organizationId, parentId, revisionId, editMode, createdAt, updatedAt } = space;
    return {
      object: 'space',
      id,
      title: space.title,
      organization: organizationId,
      ...(parentId === null ? {} : { parent: parentId }),
      revision: revisionId,
      editMode,
      createdAt,
      updatedAt,
      urls: { location: this.urls.api('spaces', id), app: this.urls.app('o', organizationId, 's', id) },
    };
  }

  async importContent({ space, path }: { space: string; path: string }, stream: ProgressStream): Promise<object> {
    await this.spaces.get(space);
    const progress = showProgress(stream);
    try {
      const { revisionId, importedResources, totalResources, failures } = await this.imports.importLocal(space, path, progress.report);
      return { revision: revisionId, importedResources, totalResources, ...(failures.length === 0 ? {} : { failures }) };
    } finally {
      progress.end();
    }
  }

  private async grantee({ user, team }: { user?: string; team?: string }): Promise<Grantee> {
    if (user !== undefined) return { userId: (await this.users.getByIdOrEmail(user)).id };
    if (team !== undefined) return { teamId: team };
    throw new BadInputError('Name who gets the role: --user or --team.');
  }

  private organization({ id, title, type, plan, defaultRole, createdAt }: OrganizationEntity): object {
    return {
      object: 'organization',
      id,
      title,
      type,
      plan,
      defaultRole,
      createdAt,
      urls: { location: this.urls.api('orgs', id), app: this.urls.app('o', id) },
    };
  }
}
