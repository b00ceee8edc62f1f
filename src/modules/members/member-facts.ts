import { SlotResolver } from '../../kernel/permissions/slots.js';
import type { MemberEntity } from './member.entity.js';

/** How many spaces of the organization a member can view; a higher module provides it. */
export abstract class MemberSpaces extends SlotResolver<MemberEntity, number> {}

/** How many teams of the organization a member is in; a higher module provides it. */
export abstract class MemberTeams extends SlotResolver<MemberEntity, number> {}
