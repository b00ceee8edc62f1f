import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { BadInputError, NotFoundError, PreconditionFailedError } from '../../../kernel/errors/errors.js';
import { Cursors, cursorScope } from '../../../kernel/pagination/cursors.js';
import { toPage } from '../../../kernel/pagination/page.js';
import type { PageQuery } from '../../../kernel/pagination/page-query.js';
import { MembersService } from '../../members/members.service.js';
import { INVITE_ORDER, LinkInvitesService, NO_INVITE, SWITCHED_OFF } from '../../organizations/invites/link-invites.service.js';
import { OrganizationAccess } from '../../organizations/organization.access.js';
import type { CreateInviteLinkDto, InviteLinkDto, InviteLinkListDto, UpdateInviteLinkDto } from './invite-links.dto.js';
import { InviteTargets, noTarget } from './invite-targets.js';
import { PresentedInvites } from './presented-invites.js';

/** Invitations by link, to an organization or to one of its collections and spaces, as callers may see and change them. */
@Injectable()
export class InviteLinksService {
  constructor(
    private readonly members: MembersService,
    private readonly organizations: OrganizationAccess,
    private readonly targets: InviteTargets,
    private readonly invites: LinkInvitesService,
    private readonly presenter: PresentedInvites,
    private readonly cursors: Cursors,
  ) {}

  async list(actor: Actor, organizationId: string, { page, limit }: PageQuery): Promise<InviteLinkListDto> {
    await this.organizations.require(actor, organizationId, 'admin');
    const scope = cursorScope('invite links', { organizationId });
    const after = this.cursors.decode(scope, page, INVITE_ORDER);
    const [rows, count] = await Promise.all([this.invites.find(organizationId, { after, limit: limit + 1 }), this.invites.count(organizationId)]);
    const present = await this.presenter.presentation(actor, organizationId, rows);
    return toPage({ rows, limit, count, cursorOf: ({ id }) => this.cursors.encode(scope, [id]), present });
  }

  async create(actor: Actor, organizationId: string, { role, level, ...named }: CreateInviteLinkDto): Promise<InviteLinkDto> {
    const { inviteLinks } = await this.organizations.load(actor, organizationId, 'admin');
    const { collection, space } = named;
    const isToAll = collection === undefined && space === undefined;
    const fits = isToAll ? role !== undefined && level === undefined : role === undefined && level !== undefined && (collection === undefined || space === undefined);
    if (!fits) throw new BadInputError('Send role, or level with one of space and collection.');
    const targetId = await this.targets.require(actor, organizationId, named);
    if (!inviteLinks) throw new PreconditionFailedError(SWITCHED_OFF);
    const invite = await this.invites.createOn(organizationId, { targetId, role: role ?? null, level: level ?? null, createdBy: actor.userId });
    if (invite === undefined) throw noTarget(named);
    return this.presenter.present(actor, invite);
  }

  /** One that lets nobody in is for admins of the organization alone. @throws NotFoundError */
  async get(actor: Actor, organizationId: string, inviteId: string): Promise<InviteLinkDto> {
    const invite = await this.invites.get(organizationId, inviteId);
    if (!(await this.invites.isOpen(invite)) && (await this.members.findMembership(organizationId, actor))?.role !== 'admin') throw new NotFoundError(NO_INVITE);
    return this.presenter.present(actor, invite);
  }

  async update(actor: Actor, organizationId: string, inviteId: string, { role, level }: UpdateInviteLinkDto): Promise<InviteLinkDto> {
    await this.organizations.require(actor, organizationId, 'admin');
    const invite = await this.invites.get(organizationId, inviteId);
    const [wrong, sent] = invite.targetId === null ? (['level', level] as const) : (['role', role] as const);
    if (sent !== undefined) throw BadInputError.ofField(wrong, 'is not what this invitation gives');
    const changes = { ...(role === undefined ? {} : { role }), ...(level === undefined ? {} : { level }) };
    return this.presenter.present(actor, await this.invites.change(invite, changes));
  }
}
