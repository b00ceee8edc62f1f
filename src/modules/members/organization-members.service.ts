import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { readPage } from '../../kernel/pagination/list.js';
import type { Page } from '../../kernel/pagination/page.js';
import type { MemberDto } from './dto/member.dto.js';
import type { MemberListQuery, UpdateMemberDto } from './dto/member-requests.dto.js';
import { MemberListing, memberOrder } from './member-listing.js';
import { MemberAccess } from './member.access.js';
import { MemberPresenter } from './member.presenter.js';
import { MembersService } from './members.service.js';
import type { ReadMember } from './read-member.js';

/** The members of an organization, as the caller may see and change them. */
@Injectable()
export class OrganizationMembersService {
  constructor(
    private readonly access: MemberAccess,
    private readonly members: MembersService,
    private readonly listing: MemberListing,
    private readonly presenter: MemberPresenter,
    private readonly cursors: Cursors,
  ) {}

  async list(actor: Actor, organizationId: string, query: MemberListQuery): Promise<Page<MemberDto>> {
    await this.access.requireInOrganization(actor, organizationId, 'listMembers');
    const { order: direction, role, search, sort } = query;
    const order = memberOrder(sort, direction);
    const filter = { organizationId, role, search, sort };
    return readPage(this.cursors, query, {
      scope: cursorScope('members', { organization: organizationId, order: direction, role, search, sort }),
      order,
      find: (stretch) => this.listing.find(filter, order, stretch),
      count: () => this.listing.count(filter),
      positionOf: (member) => [sortedTime(member, sort).toISOString(), member.userId],
      present: (member) => this.presenter.present(member),
    });
  }

  async get(actor: Actor, organizationId: string, userId: string): Promise<MemberDto> {
    return this.presenter.present(await this.access.load(actor, organizationId, userId, 'listMembers'));
  }

  async update(actor: Actor, organizationId: string, userId: string, { role }: UpdateMemberDto): Promise<MemberDto> {
    const member = await this.access.load(actor, organizationId, userId, 'admin');
    return this.presenter.present(role === undefined ? member : await this.members.asAdmin(organizationId, actor.userId, () => this.members.setRole(organizationId, userId, role)));
  }

  async allowSso(actor: Actor, organizationId: string, userId: string): Promise<MemberDto> {
    await this.access.requireInOrganization(actor, organizationId, 'admin');
    return this.presenter.present(await this.members.asAdmin(organizationId, actor.userId, () => this.members.allowSso(organizationId, userId)));
  }

  async remove(actor: Actor, organizationId: string, userId: string): Promise<void> {
    await this.access.loadForRemoval(actor, organizationId, userId);
    const remove = (): Promise<void> => this.members.remove(organizationId, userId);
    await (userId === actor.userId ? remove() : this.members.asAdmin(organizationId, actor.userId, remove));
  }
}

function sortedTime({ joinedAt, lastSeenAt }: ReadMember, sort: MemberListQuery['sort']): Date {
  return sort === 'joinedAt' ? joinedAt : (lastSeenAt ?? joinedAt);
}
