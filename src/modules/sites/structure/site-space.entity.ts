import { Column, Entity, PrimaryColumn } from '../../../kernel/database/typeorm.js';

/** A space as a site shows it: in a section, or at the root of a site without sections. */
@Entity('site_spaces')
export class SiteSpaceEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  @Column('text', { name: 'site_id' })
  siteId: string;

  /** Null: at the root. */
  @Column('text', { name: 'section_id', nullable: true })
  sectionId: string | null;

  @Column('text', { name: 'space_id' })
  spaceId: string;

  /** Unique in its section, or at the root. */
  @Column('text')
  path: string;

  /** Which visitors see it. */
  @Column('text', { nullable: true })
  condition: string | null;

  /** Of its section, or of the root. */
  @Column('boolean', { name: 'is_default' })
  isDefault: boolean;

  @Column('text')
  position: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;
}
