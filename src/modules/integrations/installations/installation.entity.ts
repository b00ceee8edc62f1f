import { Column, Entity, PrimaryColumn } from '../../../kernel/database/typeorm.js';
import type { IntegrationScope } from '../integration-values.js';

export const INSTALLATION_SELECTIONS = ['all', 'selected'] as const;
export type InstallationSelection = (typeof INSTALLATION_SELECTIONS)[number];

/** An integration installed in an organization: once in each. */
@Entity('integration_installations')
export class InstallationEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'integration_name' })
  integrationName: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  /** Whether it is in every space, or in those that it was installed in. */
  @Column('text', { name: 'space_selection' })
  spaceSelection: InstallationSelection;

  @Column('text', { name: 'site_selection' })
  siteSelection: InstallationSelection;

  /** What the integration knows it by, elsewhere. */
  @Column('text', { name: 'external_ids', array: true })
  externalIds: string[];

  /** What the integration asked for when it was installed. */
  @Column('text', { array: true })
  scopes: IntegrationScope[];

  /** Id of the user who agreed to that; null: none who is still there. */
  @Column('text', { name: 'installed_by', nullable: true })
  installedBy: string | null;

  /** Names of the properties that are configured. */
  @Column('text', { array: true })
  configured: string[];

  /** Of the key that opens the configuration; null where nothing is configured. */
  @Column('text', { name: 'key_id', nullable: true })
  keyId: string | null;

  @Column('bytea', { nullable: true })
  sealed: Buffer | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt: Date;
}
