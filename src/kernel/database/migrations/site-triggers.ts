/**
 * Every change of a site, or of anything in it, gives the site another version, in the transaction that makes
 * the change: what is remembered of a version is never stale. The count of its site spaces is kept along.
 */
const EVENTS = {
  INSERT: 'NEW TABLE AS new_rows',
  DELETE: 'OLD TABLE AS old_rows',
  UPDATE: 'NEW TABLE AS new_rows OLD TABLE AS old_rows',
} as const;

/** Once for each statement. */
export function partTriggers(table: string, changed: string): string {
  return Object.entries(EVENTS)
    .map(
      ([event, rows]) => `
  CREATE TRIGGER ${table}_${event.toLowerCase()} AFTER ${event} ON ${table}
    REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION ${changed}();`,
    )
    .join('');
}

export const SITE_TRIGGERS = `
  CREATE FUNCTION site_changed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.version := OLD.version + 1;
    RETURN NEW;
  END $$;
  CREATE TRIGGER site_changed BEFORE UPDATE ON sites FOR EACH ROW EXECUTE FUNCTION site_changed();

  CREATE FUNCTION site_parts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      UPDATE sites SET version = version + 1 WHERE id IN (SELECT site_id FROM new_rows);
    ELSIF TG_OP = 'DELETE' THEN
      UPDATE sites SET version = version + 1 WHERE id IN (SELECT site_id FROM old_rows);
    ELSE
      UPDATE sites SET version = version + 1 WHERE id IN (SELECT site_id FROM new_rows UNION ALL SELECT site_id FROM old_rows);
    END IF;
    RETURN NULL;
  END $$;

  CREATE FUNCTION site_spaces_changed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      UPDATE sites SET site_spaces = site_spaces + added.count
      FROM (SELECT site_id, count(*)::integer AS count FROM new_rows GROUP BY site_id) added WHERE sites.id = added.site_id;
    ELSIF TG_OP = 'DELETE' THEN
      UPDATE sites SET site_spaces = site_spaces - removed.count
      FROM (SELECT site_id, count(*)::integer AS count FROM old_rows GROUP BY site_id) removed WHERE sites.id = removed.site_id;
    ELSE
      UPDATE sites SET site_spaces = site_spaces + moved.count
      FROM (
        SELECT site_id, sum(delta)::integer AS count
        FROM (SELECT site_id, 1 AS delta FROM new_rows UNION ALL SELECT site_id, -1 FROM old_rows) changed GROUP BY site_id
      ) moved WHERE sites.id = moved.site_id;
    END IF;
    RETURN NULL;
  END $$;
  ${partTriggers('site_section_groups', 'site_parts_changed')}
  ${partTriggers('site_sections', 'site_parts_changed')}
  ${partTriggers('site_share_links', 'site_parts_changed')}
  ${partTriggers('site_spaces', 'site_spaces_changed')}
`;
