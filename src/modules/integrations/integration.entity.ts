import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';
import type { IntegrationConfigurations } from './configuration-schema.js';
import type { IntegrationBlockDto, IntegrationContentSourceDto, IntegrationLinkDto } from './dto/integration-parts.dto.js';
import type { IntegrationCategory, IntegrationRuntime, IntegrationScope, IntegrationTarget, IntegrationVisibility } from './integration-values.js';

/** A picture in the object storage. */
export interface StoredImage {
  /** SHA-256 of the bytes, in hexadecimal digits. */
  readonly hash: string;
  readonly contentType: string;
  readonly size: number;
}

/** An extension of the service, as its owner published it last. */
@Entity('integrations')
export class IntegrationEntity {
  @PrimaryColumn('text')
  name: string;

  /** The owner. */
  @Column('text', { name: 'organization_id' })
  organizationId: string;

  /** Counts the times that it was published. */
  @Column('integer')
  version: number;

  @Column('text')
  title: string;

  @Column('text')
  description: string;

  @Column('text', { nullable: true })
  summary: string | null;

  @Column('text')
  visibility: IntegrationVisibility;

  @Column('text')
  target: IntegrationTarget;

  @Column('text')
  runtime: IntegrationRuntime;

  /** Whether the operators vouch for it. */
  @Column('boolean')
  verified: boolean;

  @Column('text', { array: true })
  scopes: IntegrationScope[];

  @Column('text', { array: true })
  categories: IntegrationCategory[];

  @Column('jsonb')
  blocks: readonly IntegrationBlockDto[];

  @Column('jsonb', { name: 'content_sources' })
  contentSources: readonly IntegrationContentSourceDto[];

  @Column('jsonb', { name: 'external_links' })
  externalLinks: readonly IntegrationLinkDto[];

  @Column('jsonb', { nullable: true })
  configurations: IntegrationConfigurations | null;

  @Column('text', { name: 'content_security_policy', nullable: true })
  contentSecurityPolicy: string | null;

  @Column('jsonb', { nullable: true })
  icon: StoredImage | null;

  @Column('jsonb', { name: 'preview_images' })
  previewImages: readonly StoredImage[];

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt: Date;

  /** Megabytes, that no answer shows. */
  @Column('text', { select: false })
  script?: string;

  /** The domains whose addresses its blocks show; `*.` stands for everything below. Written with the blocks. */
  @Column('text', { name: 'block_domains', array: true, select: false })
  blockDomains?: string[];

  /** The name as it is searched for. */
  @Column('text', { name: 'name_folded', select: false })
  nameFolded?: string;

  /** The short pieces by which the name is found. */
  @Column('text', { name: 'name_grams', array: true, select: false })
  nameGrams?: string[];
}
