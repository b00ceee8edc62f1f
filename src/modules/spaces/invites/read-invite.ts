import type { Database } from '../../../kernel/database/database.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { isId } from '../../../kernel/ids/id.js';
import type { TargetEntity } from '../../access/target.entity.js';
import { LinkInviteEntity } from '../../organizations/invites/link-invite.entity.js';

export const NO_INVITE = 'There is no such invite in this organization.';
export const SWITCHED_OFF = 'Invitations by link are switched off in this organization: its admins can switch inviteLinks on.';

/** Without regard to any caller: whoever has an invitation's id may read it. @throws NotFoundError */
export async function getInvite(db: Database, organizationId: string, inviteId: string): Promise<LinkInviteEntity> {
  const invite = isId(inviteId) && isId(organizationId) ? await db.repo(LinkInviteEntity).findOneBy({ id: inviteId, organizationId }) : null;
  if (invite === null) throw new NotFoundError(NO_INVITE);
  return invite;
}

/**
 * Whether the invitation lets people in: whoever made it is an admin of the organization still, or the operator, and
 * what it is to is not in the trash.
 */
export async function isOpen(db: Database, { organizationId, createdBy, targetId }: LinkInviteEntity): Promise<boolean> {
  const [found] = await db.query<{ open: boolean }>(
    `SELECT ($2::text IS NULL OR EXISTS (SELECT FROM members WHERE organization_id = $1 AND user_id = $2 AND role = 'admin' AND NOT disabled))
       AND ($3::text IS NULL OR EXISTS (SELECT FROM targets WHERE organization_id = $1 AND id = $3 AND NOT trashed)) AS open`,
    [organizationId, createdBy, targetId],
  );
  return found?.open === true;
}

/** Within a transaction: what the target is. It neither leaves the organization nor goes into the trash before the end; undefined where it has already. */
export async function holdTarget(db: Database, organizationId: string, targetId: string): Promise<TargetEntity['kind'] | undefined> {
  const [held] = await db.query<Pick<TargetEntity, 'kind'>>('SELECT kind FROM targets WHERE id = $1 AND organization_id = $2 AND NOT trashed FOR SHARE', [targetId, organizationId]);
  return held?.kind;
}
