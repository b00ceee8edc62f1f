import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';

export const TEAM_ROLES = ['owner', 'member'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

@Entity('team_members')
export class TeamMemberEntity {
  @PrimaryColumn('text', { name: 'team_id' })
  teamId: string;

  @PrimaryColumn('text', { name: 'user_id' })
  userId: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  /** An owner manages the team's members. */
  @Column('text')
  role: TeamRole;

  @Column({ type: 'timestamptz', name: 'added_at', precision: 3 })
  addedAt: Date;
}
