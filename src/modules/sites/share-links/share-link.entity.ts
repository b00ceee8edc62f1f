import { Column, Entity, PrimaryColumn } from '../../../kernel/database/typeorm.js';

/** Lets whoever has its key read a site. */
@Entity('site_share_links')
export class ShareLinkEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'site_id' })
  siteId: string;

  @Column('text')
  name: string;

  /** Secret. */
  @Column('text')
  key: string;

  /** Whether its key admits. */
  @Column('boolean')
  active: boolean;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;
}
