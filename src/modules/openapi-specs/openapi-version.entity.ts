import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';

/** What a source of a spec held when it was read. Never changes. */
@Entity('openapi_versions')
export class OpenApiVersionEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'spec_id' })
  specId: string;

  /** Of the source that it was made from. */
  @Column('integer')
  number: number;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  /** Of everything that it holds. */
  @Column('text')
  hash: string;
}
