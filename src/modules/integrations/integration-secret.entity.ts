import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';

/** One secret of an integration, encrypted. */
@Entity('integration_secrets')
export class IntegrationSecretEntity {
  @PrimaryColumn('text', { name: 'integration_name' })
  integrationName: string;

  @PrimaryColumn('text')
  name: string;

  /** Of the key that opens it. */
  @Column('text', { name: 'key_id' })
  keyId: string;

  @Column('bytea')
  sealed: Buffer;
}
