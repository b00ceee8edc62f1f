import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';
import { type Role, ROLES } from '../../kernel/permissions/role.js';

@Entity('members')
export class MemberEntity {
  @PrimaryColumn('text', { name: 'organization_id' })
  organizationId: string;

  @PrimaryColumn('text', { name: 'user_id' })
  userId: string;

  /** null: a guest, who has only what is granted directly. */
  @Column('enum', { enum: ROLES, enumName: 'member_role', nullable: true })
  role: Role | null;

  @Column('boolean')
  disabled: boolean;

  @Column('boolean')
  sso: boolean;

  @Column({ type: 'timestamptz', name: 'joined_at', precision: 3 })
  joinedAt: Date;

  @Column({ type: 'timestamptz', name: 'last_seen_at', precision: 3, nullable: true })
  lastSeenAt: Date | null;
}
