import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';

export const PROCESSING_STATES = ['pending', 'progress', 'complete'] as const;
export type ProcessingState = (typeof PROCESSING_STATES)[number];

export const PROCESS_ERROR_CODES = ['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'] as const;
export type ProcessErrorCode = (typeof PROCESS_ERROR_CODES)[number];

@Entity('openapi_specs')
export class OpenApiSpecEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  @Column('text')
  slug: string;

  /** Null: the source came as text. */
  @Column('text', { name: 'source_url', nullable: true })
  sourceUrl: string | null;

  /** How many sources were set. */
  @Column('integer')
  sources: number;

  @Column('text', { name: 'processing_state' })
  processingState: ProcessingState;

  @Column('text', { name: 'last_version_id', nullable: true })
  lastVersionId: string | null;

  @Column({ type: 'timestamptz', name: 'last_processed_at', precision: 3, nullable: true })
  lastProcessedAt: Date | null;

  @Column('text', { name: 'last_error_code', nullable: true })
  lastErrorCode: ProcessErrorCode | null;

  @Column('text', { name: 'last_error_message', nullable: true })
  lastErrorMessage: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt: Date;
}
