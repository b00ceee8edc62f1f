import { Column, Entity, PrimaryColumn } from '../../kernel/database/typeorm.js';

export const SITE_TYPES = ['basic', 'premium', 'ultimate', 'sponsored', 'legacy-basic', 'legacy-premium'] as const;
export type SiteType = (typeof SITE_TYPES)[number];

/** The most open one first. */
export const SITE_VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;
export type SiteVisibility = (typeof SITE_VISIBILITIES)[number];

export const AGENTS_CONTEXTS = ['included', 'excluded'] as const;
export type AgentsContext = (typeof AGENTS_CONTEXTS)[number];

/** Spaces published together. */
@Entity('sites')
export class SiteEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'organization_id' })
  organizationId: string;

  @Column('text')
  type: SiteType;

  @Column('text')
  title: string;

  @Column('text', { name: 'title_folded', select: false })
  titleFolded: string;

  @Column('text', { name: 'title_grams', array: true, select: false })
  titleGrams: string[];

  @Column('text')
  visibility: SiteVisibility;

  @Column('boolean')
  published: boolean;

  /** A host of its own. */
  @Column('text', { nullable: true })
  hostname: string | null;

  @Column('text', { nullable: true })
  basename: string | null;

  /** Host and path under which another server shows it. */
  @Column('text', { nullable: true })
  proxy: string | null;

  @Column('boolean', { name: 'adaptive_content' })
  adaptiveContent: boolean;

  @Column('text', { name: 'agents_context' })
  agentsContext: AgentsContext;

  /** Signs what tells who a visitor is. */
  @Column('text', { name: 'visitor_key', select: false })
  visitorKey: string;

  /** Where visitors sign in. */
  @Column('text', { name: 'visitor_fallback_url', nullable: true, select: false })
  visitorFallbackUrl: string | null;

  /** Kept by the database. */
  @Column('integer', { name: 'site_spaces' })
  siteSpaces: number;

  /** Another one with every change of the site or of anything in it; kept by the database. */
  @Column('bigint')
  version: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;
}
