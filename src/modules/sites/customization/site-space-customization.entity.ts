import { Column, Entity, PrimaryColumn } from '../../../kernel/database/typeorm.js';
import type { Overrides } from './overrides.js';

/** In what a site space looks otherwise than its site. */
@Entity('site_space_customizations')
export class SiteSpaceCustomizationEntity {
  @PrimaryColumn('text', { name: 'site_space_id' })
  siteSpaceId: string;

  @Column('text', { name: 'site_id' })
  siteId: string;

  @Column('json')
  overrides: Overrides;
}
