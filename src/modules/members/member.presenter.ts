import { Injectable } from '@nestjs/common';
import { placeSlot } from '../../kernel/permissions/slots.js';
import { UserPresenter } from '../identity/user.presenter.js';
import type { MemberDto } from './dto/member.dto.js';
import { MemberSpaces, MemberTeams } from './member-facts.js';
import type { ReadMember } from './read-member.js';

@Injectable()
export class MemberPresenter {
  constructor(private readonly users: UserPresenter) {}

  present(member: ReadMember): MemberDto {
    const { userId: id, lastSeenAt, email, displayName, photoUrl } = member;
    const dto: MemberDto = {
      object: 'member',
      id,
      role: member.role,
      user: this.users.present({ id, email, displayName, photoUrl }),
      disabled: member.disabled,
      joinedAt: member.joinedAt.toISOString(),
      ...(lastSeenAt === null ? {} : { lastSeenAt: lastSeenAt.toISOString() }),
      sso: member.sso,
      spaces: 0, // filled with the slots below
      teams: 0,
    };
    placeSlot(MemberSpaces, member, (spaces) => (dto.spaces = spaces));
    placeSlot(MemberTeams, member, (teams) => (dto.teams = teams));
    return dto;
  }
}
