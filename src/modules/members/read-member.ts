import type { MemberEntity } from './member.entity.js';

/** A member as it is read: the membership and who it is. */
export interface ReadMember extends MemberEntity {
  readonly email: string;
  readonly displayName: string;
  readonly photoUrl: string | null;
}

/** Columns of a `ReadMember`, from `members m JOIN users u ON u.id = m.user_id`. */
export const MEMBER_COLUMNS = `
  m.organization_id AS "organizationId", m.user_id AS "userId", m.role, m.disabled, m.sso, m.joined_at AS "joinedAt",
  m.last_seen_at AS "lastSeenAt", u.email, u.display_name AS "displayName", u.photo_url AS "photoUrl"`;
