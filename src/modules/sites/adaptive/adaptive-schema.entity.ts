import { Column, Entity, PrimaryColumn } from '../../../kernel/database/typeorm.js';
import type { VisitorSchema } from './visitor-schema.js';

/** What a site may know of its visitors. */
@Entity('site_adaptive_schemas')
export class AdaptiveSchemaEntity {
  @PrimaryColumn('text', { name: 'site_id' })
  siteId: string;

  @Column('json', { name: 'json_schema' })
  jsonSchema: VisitorSchema;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt: Date;
}
