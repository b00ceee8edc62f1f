import { Column, Entity, PrimaryColumn } from '../../../kernel/database/typeorm.js';

/** Leads from a path of a site where nothing is to a part of the site: to a section, a site space, or a page of one. */
@Entity('site_redirects')
export class SiteRedirectEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'site_id' })
  siteId: string;

  /** As it was sent. */
  @Column('text')
  source: string;

  /** The same with each character escaped in one way; unique in the site. */
  @Column('text')
  path: string;

  @Column('text', { name: 'section_id', nullable: true })
  sectionId: string | null;

  @Column('text', { name: 'site_space_id', nullable: true })
  siteSpaceId: string | null;

  @Column('text', { name: 'page_id', nullable: true })
  pageId: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;
}

/** Which part of the site it leads to. */
export type DestinationColumns = Pick<SiteRedirectEntity, 'sectionId' | 'siteSpaceId' | 'pageId'>;
