import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';

/** A group of spaces and collections. Where it lies in the organization is told by its row in the tree of targets. */
@Entity('collections')
export class CollectionEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  title: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt: Date;
}
