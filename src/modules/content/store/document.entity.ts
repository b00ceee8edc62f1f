import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A body, named by a hash of its Markdown; never changed. */
@Entity('documents')
export class DocumentEntity {
  @PrimaryColumn('text', { name: 'space_id' })
  spaceId: string;

  @PrimaryColumn('text')
  id: string;

  @Column('text')
  markdown: string;

  /** Ids within the body that a link's fragment can name. */
  @Column('text', { array: true })
  anchors: string[];
}
