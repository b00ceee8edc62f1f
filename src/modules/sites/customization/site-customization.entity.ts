import { Column, Entity, PrimaryColumn } from '../../../kernel/database/typeorm.js';
import type { Customization } from './customization.js';

/** How a site looks; there is none for one that looks as all do. */
@Entity('site_customizations')
export class SiteCustomizationEntity {
  @PrimaryColumn('text', { name: 'site_id' })
  siteId: string;

  /** Whole, as it was sent. */
  @Column('json')
  settings: Customization;
}
