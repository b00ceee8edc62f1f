import type { Database } from '../../kernel/database/database.js';
import { BadInputError } from '../../kernel/errors/errors.js';
import { makeDefaultSection, makeDefaultSiteSpace } from './structure/defaults.js';

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
  const [section] = await db.query('SELECT 1 FROM site_sections WHERE site_id = $1 AND id = $2', [siteId, sectionId]);
  if (section === undefined) throw BadInputError.ofField('defaultSiteSection', 'must name a section of this site');
  await makeDefaultSection(db, siteId, sectionId);
}

async function chooseSpace(db: Database, siteId: string, siteSpaceId: string): Promise<void> {
  const [siteSpace] = await db.query<{ fits: boolean }>(
    `SELECT s.section_id IS NULL OR section.is_default AS fits
     FROM site_spaces s LEFT JOIN site_sections section ON section.id = s.section_id WHERE s.site_id = $1 AND s.id = $2`,
    [siteId, siteSpaceId],
  );
  if (siteSpace === undefined) throw BadInputError.ofField('defaultSiteSpace', 'must name a site space of this site');
  if (!siteSpace.fits) throw BadInputError.ofField('defaultSiteSpace', 'must name a site space of the default section');
  await makeDefaultSiteSpace(db, siteId, siteSpaceId);
}
