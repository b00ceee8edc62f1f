import type { Database } from '../../kernel/database/database.js';
import { BadInputError } from '../../kernel/errors/errors.js';

export interface WantedDefaults {
  defaultSiteSection?: string;
  defaultSiteSpace?: string;
}

/**
 * Chooses what is default, within a transaction that has locked the site. What is default already is left alone.
 * @throws BadInputError for what isn't in the site, and for a site space outside of the default section
 */
export async function chooseDefaults(db: Database, siteId: string, { defaultSiteSection, defaultSiteSpace }: WantedDefaults): Promise<void> {
  if (defaultSiteSection !== undefined) await chooseSection(db, siteId, defaultSiteSection);
  if (defaultSiteSpace !== undefined) await chooseSpace(db, siteId, defaultSiteSpace);
}

async function chooseSection(db: Database, siteId: string, sectionId: string): Promise<void> {
  const [section] = await db.query<{ isDefault: boolean }>('SELECT is_default AS "isDefault" FROM site_sections WHERE site_id = $1 AND id = $2', [siteId, sectionId]);
  if (section === undefined) throw BadInputError.ofField('defaultSiteSection', 'must name a section of this site');
  if (section.isDefault) return;
  // One after the other: there are never two.
  await db.query('UPDATE site_sections SET is_default = false WHERE site_id = $1 AND is_default', [siteId]);
  await db.query('UPDATE site_sections SET is_default = true WHERE site_id = $1 AND id = $2', [siteId, sectionId]);
}

async function chooseSpace(db: Database, siteId: string, siteSpaceId: string): Promise<void> {
  const [siteSpace] = await db.query<{ isDefault: boolean; fits: boolean }>(
    `SELECT s.is_default AS "isDefault", s.section_id IS NULL OR section.is_default AS fits
     FROM site_spaces s LEFT JOIN site_sections section ON section.id = s.section_id WHERE s.site_id = $1 AND s.id = $2`,
    [siteId, siteSpaceId],
  );
  if (siteSpace === undefined) throw BadInputError.ofField('defaultSiteSpace', 'must name a site space of this site');
  if (!siteSpace.fits) throw BadInputError.ofField('defaultSiteSpace', 'must name a site space of the default section');
  await makeDefault(db, siteId, siteSpaceId, siteSpace.isDefault);
}

async function makeDefault(db: Database, siteId: string, siteSpaceId: string, isDefault: boolean): Promise<void> {
  if (isDefault) return;
  await db.query(
    `UPDATE site_spaces SET is_default = false WHERE site_id = $1 AND is_default
       AND section_id IS NOT DISTINCT FROM (SELECT section_id FROM site_spaces WHERE id = $2)`,
    [siteId, siteSpaceId],
  );
  await db.query('UPDATE site_spaces SET is_default = true WHERE id = $1', [siteSpaceId]);
}
