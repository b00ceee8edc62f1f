import { Column, Entity, PrimaryColumn } from '../../../kernel/database/typeorm.js';

/** A part of a site. */
@Entity('site_sections')
export class SiteSectionEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'site_id' })
  siteId: string;

  @Column('text', { name: 'group_id', nullable: true })
  groupId: string | null;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { nullable: true })
  icon: string | null;

  /** Unique in the site. */
  @Column('text')
  path: string;

  /** Which visitors see it. */
  @Column('text', { nullable: true })
  condition: string | null;

  @Column('boolean', { name: 'is_default' })
  isDefault: boolean;

  /** Within its group; without one, among the site's groups and the sections that are in none. */
  @Column('text')
  position: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;
}
