import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';

/** A token of a user. Only its hash is kept: it is shown once, when it is made. */
@Entity('api_tokens')
export class ApiTokenEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'user_id' })
  userId: string;

  @Column('text')
  label: string;

  /** SHA-256 of the token. */
  @Column('bytea')
  hash: Buffer;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3, nullable: true })
  expiresAt: Date | null;

  @Column({ type: 'timestamptz', name: 'revoked_at', precision: 3, nullable: true })
  revokedAt: Date | null;

  /** The only organization that it works in; null: all of its user's. */
  @Column('text', { name: 'organization_id', nullable: true })
  organizationId: string | null;

  /** Id of the installation that it is of; null: the user's own token. */
  @Column('text', { name: 'installation_id', nullable: true })
  installationId: string | null;

  /** Id of what vouched for the user; null: the user's own token. */
  @Column('text', { nullable: true })
  voucher: string | null;
}
