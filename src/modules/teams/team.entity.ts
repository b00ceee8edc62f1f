import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';

@Entity('teams')
export class TeamEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  @Column('text')
  title: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  /** How many members it has; kept by the database. */
  @Column('integer')
  members: number;

  /** The title as it is searched for. Written with the title, never read back. */
  @Column('text', { name: 'title_folded', select: false })
  titleFolded?: string;

  /** The short pieces by which the title is found. */
  @Column('text', { name: 'title_grams', array: true, select: false })
  titleGrams?: string[];
}
