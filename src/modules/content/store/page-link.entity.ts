import { Column, Entity, PrimaryColumn } from '../../../kernel/database/typeorm.js';

/** An address that a page version names, and what it leads to. */
@Entity('page_links')
export class PageLinkEntity {
  @PrimaryColumn('text', { name: 'space_id' })
  spaceId: string;

  @PrimaryColumn('text')
  line: string;

  @PrimaryColumn('text', { name: 'page_id' })
  pageId: string;

  @PrimaryColumn('integer')
  since: number;

  @PrimaryColumn('integer')
  ordinal: number;

  @Column('integer', { nullable: true })
  until: number | null;

  @Column('text')
  kind: 'link' | 'image' | 'file' | 'embed';

  @Column('text')
  address: string;

  @Column('text')
  text: string;

  @Column('text')
  place: 'inside' | 'outside';

  @Column('text', { name: 'target_page_id', nullable: true })
  targetPageId: string | null;

  @Column('text', { name: 'target_file_id', nullable: true })
  targetFileId: string | null;

  @Column('text', { name: 'target_anchor', nullable: true })
  targetAnchor: string | null;

  /** Paths that would satisfy an address that leads nowhere, best first. Also there once its target was deleted, which may have come back since; null for others. */
  @Column('text', { array: true, nullable: true })
  wanted: string[] | null;
}
