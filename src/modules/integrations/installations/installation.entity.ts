import { Column, Entity, PrimaryColumn } from 'typeorm';

export const INSTALLATION_SELECTIONS = ['all', 'selected'] as const;
export type InstallationSelection = (typeof INSTALLATION_SELECTIONS)[number];

/** What an installation is configured with, by the names of the properties. */
export type Configuration = Readonly<Record<string, unknown>>;

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

  @Column('jsonb')
  configuration: Configuration;

  /** What the integration knows it by, elsewhere. */
  @Column('text', { name: 'external_ids', array: true })
  externalIds: string[];

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt: Date;
}
