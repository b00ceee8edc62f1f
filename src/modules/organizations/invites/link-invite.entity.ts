import { Column, Entity, PrimaryColumn } from '../../../kernel/database/typeorm.js';
import { type Role, ROLES } from '../../../kernel/permissions/role.js';

/** An invitation by link: to the organization with a role, or to one collection or space of it with a level. */
@Entity('link_invites')
export class LinkInviteEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  /** null: guest. */
  @Column('enum', { enum: ROLES, enumName: 'member_role', nullable: true })
  role: Role | null;

  /** On the target; null when there is none. */
  @Column('enum', { enum: ROLES, enumName: 'member_role', nullable: true })
  level: Role | null;

  /** Collection or space; null: the organization as a whole. */
  @Column('text', { name: 'target_id', nullable: true })
  targetId: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  /** null: the operator, or a user who is gone. */
  @Column('text', { name: 'created_by', nullable: true })
  createdBy: string | null;
}
