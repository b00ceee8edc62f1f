import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Database } from '../../../kernel/database/database.js';
import { DomainEvents } from '../../../kernel/database/domain-events.js';
import { BadInputError, NotFoundError, PreconditionFailedError } from '../../../kernel/errors/errors.js';
import { Cursors, cursorScope } from '../../../kernel/pagination/cursors.js';
import { type KeysetColumn, keysetPage } from '../../../kernel/pagination/keyset.js';
import { toPage } from '../../../kernel/pagination/page.js';
import type { PageQuery } from '../../../kernel/pagination/page-query.js';
import { CollectionAccess } from '../../collections/collection.access.js';
import { TargetsTransferred } from '../../access/targets-transferred.event.js';
import { MembersService } from '../../members/members.service.js';
import { LinkInviteEntity } from '../../organizations/invites/link-invite.entity.js';
import { LinkInvitesService } from '../../organizations/invites/link-invites.service.js';
import { OrganizationAccess } from '../../organizations/organization.access.js';
import { SpaceAccess } from '../space.access.js';
import type { CreateInviteLinkDto, InviteLinkDto, InviteLinkListDto, UpdateInviteLinkDto } from './invite-links.dto.js';
import { getInvite, holdTarget, isOpen, NO_INVITE, SWITCHED_OFF } from './read-invite.js';
import { PresentedInvites } from './presented-invites.js';

/** By creation, oldest first: ids tell the time. */
const ORDER: readonly KeysetColumn[] = [{ sql: 'invite.id', direction: 'asc' }];

/** Invitations by link, to an organization or to one of its collections and spaces. */
@Injectable()
export class InviteLinksService implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly events: DomainEvents,
    private readonly members: MembersService,
    private readonly organizations: OrganizationAccess,
    private readonly collections: CollectionAccess,
    private readonly spaces: SpaceAccess,
    private readonly invites: LinkInvitesService,
    private readonly presenter: PresentedInvites,
    private readonly cursors: Cursors,
  ) {}

  /** What leaves an organization leaves its invitations. */
  onModuleInit(): void {
    this.events.on(TargetsTransferred, async ({ ids }) => {
      await this.db.query('DELETE FROM link_invites WHERE target_id = ANY ($1)', [ids]);
    });
  }

  async list(actor: Actor, organizationId: string, { page, limit }: PageQuery): Promise<InviteLinkListDto> {
    await this.organizations.require(actor, organizationId, 'admin');
    const scope = cursorScope('invite links', { organizationId });
    const after = this.cursors.decode(scope, page, ORDER);
    const all = this.db.repo(LinkInviteEntity).createQueryBuilder('invite').where('invite.organization_id = :organizationId', { organizationId });
    const count = await all.getCount();
    const rows = await keysetPage(all, ORDER, { after, limit: limit + 1 }).getMany();
    const presented = new Map((await this.presenter.present(actor, rows.slice(0, limit))).map((invite) => [invite.id, invite]));
    const found = toPage({ rows, limit, count, cursorOf: ({ id }) => this.cursors.encode(scope, [id]), present: ({ id }) => presented.get(id) });
    return { ...found, items: found.items.flatMap((invite) => invite ?? []) };
  }

  async create(actor: Actor, organizationId: string, { role, level, collection, space }: CreateInviteLinkDto): Promise<InviteLinkDto> {
    const { inviteLinks } = await this.organizations.load(actor, organizationId, 'admin');
    const targetId = collection ?? space ?? null;
    if (targetId === null ? role === undefined || level !== undefined : role !== undefined || level === undefined || (collection !== undefined && space !== undefined)) {
      throw new BadInputError('Send role, or level with one of space and collection.');
    }
    if (targetId !== null) await this.requireTarget(actor, organizationId, collection === undefined ? 'space' : 'collection', targetId);
    if (!inviteLinks) throw new PreconditionFailedError(SWITCHED_OFF);
    const invite = await this.db.transaction(async () => {
      if (targetId !== null && (await holdTarget(this.db, organizationId, targetId)) === undefined) throw missing(collection === undefined ? 'space' : 'collection');
      return this.invites.createOn(organizationId, targetId, { role: role ?? null, level: level ?? null, createdBy: actor.userId });
    });
    return this.present(actor, invite);
  }

  /** One that lets nobody in is for admins of the organization alone. @throws NotFoundError */
  async get(actor: Actor, organizationId: string, inviteId: string): Promise<InviteLinkDto> {
    const invite = await getInvite(this.db, organizationId, inviteId);
    if (!(await isOpen(this.db, invite)) && (await this.members.findMembership(organizationId, actor))?.role !== 'admin') throw new NotFoundError(NO_INVITE);
    return this.present(actor, invite);
  }

  async update(actor: Actor, organizationId: string, inviteId: string, { role, level }: UpdateInviteLinkDto): Promise<InviteLinkDto> {
    await this.organizations.require(actor, organizationId, 'admin');
    const invite = await getInvite(this.db, organizationId, inviteId);
    const [wrong, sent] = invite.targetId === null ? (['level', level] as const) : (['role', role] as const);
    if (sent !== undefined) throw BadInputError.ofField(wrong, `is not what this invitation gives`);
    const changes = { ...(role === undefined ? {} : { role }), ...(level === undefined ? {} : { level }) };
    if (Object.keys(changes).length > 0) await this.db.transaction(() => this.db.repo(LinkInviteEntity).update({ id: invite.id }, changes));
    return this.present(actor, { ...invite, ...changes });
  }

  private async requireTarget(actor: Actor, organizationId: string, kind: 'space' | 'collection', id: string): Promise<void> {
    const access = kind === 'space' ? this.spaces : this.collections;
    const target = await access.load(actor, id, 'admin').catch((error: unknown) => {
      throw error instanceof NotFoundError ? missing(kind) : error;
    });
    if (target.organizationId !== organizationId) throw missing(kind);
  }

  private async present(actor: Actor, invite: LinkInviteEntity): Promise<InviteLinkDto> {
    const [presented] = await this.presenter.present(actor, [invite]);
    if (presented === undefined) throw new NotFoundError(NO_INVITE);
    return presented;
  }
}

function missing(kind: 'space' | 'collection'): BadInputError {
  return BadInputError.ofField(kind, `must name a ${kind} of the organization`);
}
