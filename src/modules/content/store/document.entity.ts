import { Column, Entity, PrimaryColumn } from '../../../kernel/database/typeorm.js';

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
}
