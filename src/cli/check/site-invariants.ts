import { invariants } from './invariant.js';

/** The structure of sites, and what of specs and installations no foreign key holds together. */
export const SITE_INVARIANTS = invariants({
  'a site counts its site spaces wrongly': `
    SELECT s.organization_id, s.id AS site_id, s.site_spaces FROM sites s WHERE s.site_spaces <> (SELECT count(*) FROM site_spaces p WHERE p.site_id = s.id)`,
  'a site with sections has not exactly one default section': `
    SELECT site_id FROM site_sections GROUP BY site_id HAVING count(*) FILTER (WHERE is_default) <> 1`,
  'a section or a site without sections has not exactly one default site space': `
    SELECT site_id, section_id FROM site_spaces GROUP BY site_id, section_id HAVING count(*) FILTER (WHERE is_default) <> 1`,
  'a site has site spaces beside its sections': `
    SELECT p.site_id, p.id AS site_space_id FROM site_spaces p WHERE p.section_id IS NULL AND EXISTS (SELECT FROM site_sections s WHERE s.site_id = p.site_id)`,
  'two parts of a site have one position': `
    SELECT site_id, min(id) AS id, max(id) AS other_id FROM (
      SELECT site_id, id, 'in ' || coalesce(group_id, '') AS place, position FROM site_sections
      UNION ALL SELECT site_id, id, 'in ', position FROM site_section_groups
      UNION ALL SELECT site_id, id, 'spaces of ' || coalesce(section_id, ''), position FROM site_spaces
    ) part GROUP BY site_id, place, position HAVING count(*) > 1`,
  'two organizations have sites at one host': `
    SELECT host, min(organization_id) AS organization_id, max(organization_id) AS other_organization_id FROM (
      SELECT organization_id, hostname AS host FROM sites WHERE hostname IS NOT NULL
      UNION ALL SELECT organization_id, split_part(proxy, '/', 1) FROM sites WHERE proxy IS NOT NULL
    ) site GROUP BY host HAVING count(DISTINCT organization_id) > 1`,
  'a spec names a version that is none of its own': `
    SELECT s.organization_id, s.id AS spec_id FROM openapi_specs s
    WHERE s.last_version_id IS NOT NULL AND NOT EXISTS (SELECT FROM openapi_versions v WHERE v.id = s.last_version_id AND v.spec_id = s.id)`,
  'something is installed in a space or site of another organization': `
    SELECT i.organization_id, i.id AS installation_id, placed.id FROM integration_installations i
    JOIN (
      SELECT installation_id, space_id AS id, t.organization_id FROM integration_space_installations JOIN targets t ON t.id = space_id
      UNION ALL SELECT installation_id, site_id, s.organization_id FROM integration_site_installations JOIN sites s ON s.id = site_id
    ) placed ON placed.installation_id = i.id
    WHERE placed.organization_id <> i.organization_id`,
});
