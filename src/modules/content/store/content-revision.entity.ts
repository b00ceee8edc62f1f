import { Column, Entity, PrimaryColumn } from '../../../kernel/database/typeorm.js';

export const REVISION_TYPES = ['edits', 'merge', 'rollback', 'update', 'computed'] as const;
export type RevisionType = (typeof REVISION_TYPES)[number];

/** One state of a line of content; never changed. */
@Entity('revisions')
export class ContentRevisionEntity {
  @PrimaryColumn('text', { name: 'space_id' })
  spaceId: string;

  @PrimaryColumn('text')
  id: string;

  @Column('text')
  line: string;

  @Column('integer')
  number: number;

  /** Of the main content's revision that this one of another line lies over. */
  @Column('integer', { name: 'base_number', nullable: true })
  baseNumber: number | null;

  @Column('text')
  type: RevisionType;

  @Column('text', { array: true })
  parents: string[];

  /** Variables of the space (`space.vars.*`). */
  @Column('jsonb')
  variables: Record<string, string>;

  /** Origins of imported websites. */
  @Column('text', { array: true })
  origins: string[];

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column('text', { name: 'created_by', nullable: true })
  createdBy: string | null;
}
