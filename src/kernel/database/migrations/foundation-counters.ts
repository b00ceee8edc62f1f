/**
 * Counts that lists answer and that counting would make slow: kept by triggers, once for each statement,
 * in the transaction that changes what they count.
 */
interface Counter {
  /** Counted table. */
  table: string;
  name: string;
  /** A select with columns of the counted rows `changed`, which has a column `delta` of 1 or -1 besides. */
  update: string;
}

const CHANGED = {
  INSERT: 'SELECT new_rows.*, 1 AS delta FROM new_rows',
  DELETE: 'SELECT old_rows.*, -1 AS delta FROM old_rows',
  UPDATE: 'SELECT new_rows.*, 1 AS delta FROM new_rows UNION ALL SELECT old_rows.*, -1 AS delta FROM old_rows',
} as const;

const TRANSITION = {
  INSERT: 'NEW TABLE AS new_rows',
  DELETE: 'OLD TABLE AS old_rows',
  UPDATE: 'NEW TABLE AS new_rows OLD TABLE AS old_rows',
} as const;

function triggers({ table, name, update }: Counter): string {
  const branch = (event: keyof typeof CHANGED): string => `WITH changed AS (${CHANGED[event]}) ${update};`;
  const body = `
    CREATE FUNCTION ${name}_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN ${branch('INSERT')}
      ELSIF TG_OP = 'DELETE' THEN ${branch('DELETE')}
      ELSE ${branch('UPDATE')}
      END IF;
      RETURN NULL;
    END $$;`;
  const events = (['INSERT', 'DELETE', 'UPDATE'] as const).map(
    (event) => `
    CREATE TRIGGER ${name}_${event.toLowerCase()} AFTER ${event} ON ${table}
      REFERENCING ${TRANSITION[event]} FOR EACH STATEMENT EXECUTE FUNCTION ${name}_changed();`,
  );
  return [body, ...events].join('\n');
}

const COUNTED: readonly Counter[] = [
  {
    table: 'members',
    name: 'count_members',
    update: `
      INSERT INTO member_counts AS counts (organization_id, role, count)
      SELECT organization_id, coalesce(role::text, 'guest'), sum(delta) FROM changed GROUP BY 1, 2 HAVING sum(delta) <> 0 ORDER BY 1, 2
      ON CONFLICT (organization_id, role) DO UPDATE SET count = counts.count + excluded.count`,
  },
  {
    table: 'teams',
    name: 'count_teams',
    update: `
      INSERT INTO team_counts AS counts (organization_id, count)
      SELECT organization_id, sum(delta) FROM changed GROUP BY 1 HAVING sum(delta) <> 0 ORDER BY 1
      ON CONFLICT (organization_id) DO UPDATE SET count = counts.count + excluded.count`,
  },
  {
    table: 'team_members',
    name: 'count_team_members',
    update: `
      UPDATE teams SET members = teams.members + moved.delta
      FROM (SELECT team_id, sum(delta)::integer AS delta FROM changed GROUP BY 1 HAVING sum(delta) <> 0) moved
      WHERE teams.id = moved.team_id`,
  },
  {
    table: 'targets',
    name: 'count_targets',
    update: `
      INSERT INTO target_counts AS counts (organization_id, kind, scope, open, count)
      SELECT organization_id, kind, scope, NOT default_fixed OR default_level IS NOT NULL, sum(delta)
      FROM changed CROSS JOIN LATERAL (VALUES ('*'), (coalesce(parent_id, ''))) AS scopes (scope)
      WHERE NOT trashed GROUP BY 1, 2, 3, 4 HAVING sum(delta) <> 0 ORDER BY 1, 2, 3, 4
      ON CONFLICT (organization_id, kind, scope, open) DO UPDATE SET count = counts.count + excluded.count`,
  },
];

// No CHECK against negative counts: of an upsert PostgreSQL checks the row to insert, which is the -1 that it is to add.
export const COUNTERS = `
  CREATE TABLE member_counts (
    organization_id text COLLATE "C" NOT NULL,
    -- a role of the ladder, or 'guest'
    role text COLLATE "C" NOT NULL,
    count integer NOT NULL,
    PRIMARY KEY (organization_id, role)
  );

  CREATE TABLE team_counts (
    organization_id text COLLATE "C" PRIMARY KEY,
    count integer NOT NULL
  );

  -- Collections and spaces that are not in the trash.
  CREATE TABLE target_counts (
    organization_id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    -- '*': everywhere in the organization; '': at its root; else the id of the parent
    scope text COLLATE "C" NOT NULL,
    -- whether members see it by default
    open boolean NOT NULL,
    count integer NOT NULL,
    PRIMARY KEY (organization_id, kind, scope, open)
  );

  ${COUNTED.map(triggers).join('\n')}
`;
