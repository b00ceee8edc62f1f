import { Column, Entity, PrimaryColumn } from '../../../kernel/database/typeorm.js';

/** Sections of a site under one heading. */
@Entity('site_section_groups')
export class SiteSectionGroupEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'site_id' })
  siteId: string;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  icon: string | null;

  /** Among the site's groups and the sections that are in none. */
  @Column('text')
  position: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;
}
