import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../../kernel/database/database.js';
import type { ReadSite } from '../read-site.js';
import { type Customization, defaultCustomization } from './customization.js';
import { overridden, type Overrides } from './overrides.js';

/** How a site looks to its readers. */
export interface Looks {
  readonly site: Customization;
  /** Of site spaces that look otherwise than the site. */
  readonly siteSpaces: ReadonlyMap<string, Customization>;
}

const FIND: Statement = {
  name: 'sites_customizations',
  text: `
    SELECT (SELECT settings FROM site_customizations WHERE site_id = $1) AS settings,
      (SELECT json_object_agg(site_space_id, overrides) FROM site_space_customizations WHERE site_id = $1) AS overrides`,
};

interface Row {
  settings: Customization | null;
  overrides: Record<string, Overrides> | null;
}

/** Reads how sites look, without regard to any caller. */
@Injectable()
export class Customizations {
  constructor(private readonly db: Database) {}

  async looks({ id, title }: Pick<ReadSite, 'id' | 'title'>): Promise<Looks> {
    const [row] = await this.db.query<Row>(FIND, [id]);
    const site = { title, ...(row?.settings ?? defaultCustomization()) };
    const siteSpaces = Object.entries(row?.overrides ?? {}).map(([siteSpaceId, overrides]) => [siteSpaceId, overridden(site, overrides)] as const);
    return { site, siteSpaces: new Map(siteSpaces) };
  }
}
