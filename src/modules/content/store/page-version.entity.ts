import { Column, Entity, PrimaryColumn } from '../../../kernel/database/typeorm.js';
import type { PageComputed, PageCover, PageLayout, PageType } from '../model/page.js';

/** A page from one revision number of a line to the one before another. */
@Entity('page_versions')
export class PageVersionEntity {
  @PrimaryColumn('text', { name: 'space_id' })
  spaceId: string;

  @PrimaryColumn('text')
  line: string;

  @PrimaryColumn('text', { name: 'page_id' })
  pageId: string;

  @PrimaryColumn('integer')
  since: number;

  /** The first revision number at which it no longer holds; null: it still does. */
  @Column('integer', { nullable: true })
  until: number | null;

  @Column('text', { name: 'parent_id', nullable: true })
  parentId: string | null;

  @Column('text')
  position: string;

  @Column('text')
  type: PageType;

  @Column('text')
  title: string;

  @Column('text')
  slug: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { nullable: true })
  emoji: string | null;

  @Column('text', { nullable: true })
  icon: string | null;

  @Column('boolean')
  hidden: boolean;

  @Column('boolean', { name: 'no_index' })
  noIndex: boolean;

  @Column('boolean', { name: 'no_robots_index' })
  noRobotsIndex: boolean;

  @Column('jsonb', { nullable: true })
  layout: PageLayout | null;

  @Column('jsonb', { nullable: true })
  cover: PageCover | null;

  @Column('jsonb', { nullable: true })
  variables: Record<string, string> | null;

  @Column('text', { nullable: true })
  target: string | null;

  @Column('jsonb', { nullable: true })
  computed: PageComputed | null;

  @Column('text', { name: 'document_id', nullable: true })
  documentId: string | null;

  @Column('text', { name: 'git_path', nullable: true })
  gitPath: string | null;

  @Column('text', { name: 'git_oid', nullable: true })
  gitOid: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt: Date;
}
