import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';
import { type Role, ROLES } from '../../kernel/permissions/role.js';

/** A role on a collection or space, given to a user or to a team; it reaches everything inside. */
@Entity('grants')
export class GrantEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  @Column('text', { name: 'target_id' })
  targetId: string;

  @Column('text', { name: 'user_id', nullable: true })
  userId: string | null;

  @Column('text', { name: 'team_id', nullable: true })
  teamId: string | null;

  @Column('enum', { enum: ROLES, enumName: 'member_role' })
  role: Role;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;
}
