import { Column, Entity, PrimaryColumn } from '../../../kernel/database/typeorm.js';
import type { MarkdownFacts } from '../model/markdown/markdown-facts.js';

export type StoredFacts = Pick<MarkdownFacts, 'links' | 'sections'>;

/** A body, named by a hash of its Markdown; never changed, of no space, and gone some time after all that names it. */
@Entity('documents')
export class DocumentEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  markdown: string;

  /** Ids within the body that a link's fragment can name. */
  @Column('text', { array: true })
  anchors: string[];

  /** Its links and sections, where a change request brought it; null: to be parsed for them. */
  @Column('json', { nullable: true })
  facts: StoredFacts | null;
}
