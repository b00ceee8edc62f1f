import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';
import { type Role, ROLES } from '../../kernel/permissions/role.js';

/** An identity provider that vouches for members of an organization. */
@Entity('saml_providers')
export class SamlProviderEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  @Column('text')
  label: string;

  /** By what it calls itself. */
  @Column('text', { name: 'entity_id', nullable: true })
  entityID: string | null;

  /** Where it takes browsers that are to sign in. */
  @Column('text', { name: 'sso_url', nullable: true })
  ssoURL: string | null;

  /** PEM of what it signs with. */
  @Column('text', { nullable: true })
  certificate: string | null;

  /** Of members who are made by their first sign-in; null: guest. */
  @Column('enum', { name: 'default_role', enum: ROLES, enumName: 'member_role', nullable: true })
  defaultRole: Role | null;

  /** The team that members are in from their first sign-in on. */
  @Column('text', { name: 'default_team_id', nullable: true })
  defaultTeamId: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;
}

/** One through which people can sign in. */
export type ActiveProvider = SamlProviderEntity & { entityID: string; ssoURL: string; certificate: string };

/** An empty name of the provider is none. */
export function isActive(provider: SamlProviderEntity): provider is ActiveProvider {
  return provider.entityID !== null && provider.entityID !== '' && provider.ssoURL !== null && provider.certificate !== null;
}
