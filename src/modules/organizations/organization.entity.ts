import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';
import { type Role, ROLES } from '../../kernel/permissions/role.js';

export const ORGANIZATION_TYPES = ['business', 'community'] as const;
export const USE_CASES = [
  'internalDocs',
  'docsSite',
  'audienceControlledSite',
  'productDocs',
  'teamKnowledgeBase',
  'designSystem',
  'openSourceDocs',
  'notes',
  'other',
] as const;
export const COMMUNITY_TYPES = ['nonProfit', 'openSource', 'education'] as const;
export const PLANS = ['free_2024', 'plus_2024', 'pro_2024', 'enterprise_2024', 'community_2024', 'free', 'plus', 'pro', 'internal'] as const;

@Entity('organizations')
export class OrganizationEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  title: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column('text', { name: 'email_domains', array: true })
  emailDomains: string[];

  @Column('text', { nullable: true })
  hostname: string | null;

  @Column('text')
  type: (typeof ORGANIZATION_TYPES)[number];

  @Column('text', { name: 'use_case', nullable: true })
  useCase: (typeof USE_CASES)[number] | null;

  @Column('text', { name: 'community_type', nullable: true })
  communityType: (typeof COMMUNITY_TYPES)[number] | null;

  /** What content without a fixed level gives members who join; null: guest. */
  @Column('enum', { name: 'default_role', enum: ROLES, enumName: 'member_role', nullable: true })
  defaultRole: Role | null;

  @Column('text', { name: 'default_content_site', nullable: true })
  defaultContentSite: string | null;

  @Column('boolean')
  sso: boolean;

  @Column('boolean')
  ai: boolean;

  @Column('boolean', { name: 'invite_links' })
  inviteLinks: boolean;

  @Column('text')
  plan: (typeof PLANS)[number];

  @Column('text', { nullable: true })
  logo: string | null;
}
