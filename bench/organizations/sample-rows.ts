/** Kinds of rows that have ids: members, teams, collections, spaces, revisions, grants (to teams, to users), pages. */
export type SampleKind = 'M' | 'T' | 'C' | 'S' | 'R' | 'G' | 'H' | 'P';

/** Numbers of members who are somebody; all others follow from rules. */
export const PEOPLE = { admin: 1, member: 2, guest: 3, teamworker: 4 } as const;

/** What stands in so many rows of every organization, whatever its size, and can be searched for. */
export const RARE = { member: 'Quillon', members: 20, team: 'Quorum', teams: 5, page: 'quincunx' } as const;

interface Rows {
  /** With a parameter for each of the names. */
  readonly text: string;
  readonly names: readonly ('organization' | 'members' | 'teams' | 'collections' | 'spaces')[];
}

/** SQL: an id as the service makes them, twenty characters that ascend; `$1` is the organization. */
const id = (kind: SampleKind, number = 'n'): string => `('${kind}' || lpad((${number})::text, 8, '0') || substr(md5($1::text || '${kind}' || (${number})::text), 1, 11))`;

/** SQL: a time that ascends with the number. */
const time = (number = 'n'): string => `(date_trunc('day', now()) - interval '400 days' + ${number} * interval '1 minute')`;

/** SQL: the pieces by which a folded text is found. */
const grams = (folded: string): string => `array(
  SELECT DISTINCT $1::text || substr(${folded}, start, size) FROM generate_series(1, length(${folded})) AS start, unnest(ARRAY[2, 3]) AS size
  WHERE start + size - 1 <= length(${folded}))`;

/** SQL: a place among siblings, as a fractional index with a whole number of five digits. */
const position = (number = 'n'): string => `('e' || lpad((${number})::text, 5, '0'))`;

const USERS: Rows = {
  names: ['organization', 'members'],
  text: `
    INSERT INTO users (id, email, email_key, display_name, created_at)
    SELECT ${id('M')}, email, email, CASE WHEN n % ($2 / ${String(RARE.members)}) = 0 THEN '${RARE.member} ' ELSE 'Member ' END || n, ${time()}
    FROM generate_series(1, $2::integer) AS n, LATERAL (SELECT 'm' || n || '@' || lower($1) || '.test' AS email) AS mail`,
};

const MEMBERS: Rows = {
  names: ['organization', 'members'],
  text: `
    INSERT INTO members (organization_id, user_id, role, joined_at, last_seen_at)
    SELECT $1, ${id('M')}, CASE
        WHEN n = ${String(PEOPLE.admin)} OR n % 1000 = 0 THEN 'admin' WHEN n % 20 = ${String(PEOPLE.guest)} THEN NULL
        WHEN n % 10 < 6 THEN 'read' WHEN n % 10 = 6 THEN 'comment' WHEN n % 10 < 9 THEN 'edit' ELSE 'create' END::member_role,
      ${time()}, CASE WHEN n % 5 > 0 THEN ${time('n * 7 % $2')} END
    FROM generate_series(1, $2::integer) AS n`,
};

const MEMBER_TEXTS: Rows = {
  names: ['organization'],
  text: `
    INSERT INTO member_texts (organization_id, user_id, folded, grams)
    SELECT $1, id, folded, ${grams('folded')}
    FROM members m JOIN users ON id = user_id, LATERAL (SELECT lower(display_name || E'\\n' || email) AS folded) AS text
    WHERE organization_id = $1`,
};

const TEAMS: Rows = {
  names: ['organization', 'teams'],
  text: `
    INSERT INTO teams (id, organization_id, title, created_at, title_folded, title_grams)
    SELECT ${id('T')}, $1, title, ${time()}, folded, ${grams('folded')}
    FROM generate_series(1, $2::integer) AS n,
      LATERAL (SELECT CASE WHEN n % ($2 / ${String(RARE.teams)}) = 0 THEN '${RARE.team} ' ELSE 'Team ' END || n AS title) AS named,
      LATERAL (SELECT lower(title) AS folded) AS text`,
};

/** Half of all are in the first team, the teamworker is in every second team, and each team has up to twenty more. */
const TEAM_MEMBERS: Rows = {
  names: ['organization', 'members', 'teams'],
  text: `
    INSERT INTO team_members (organization_id, team_id, user_id, role, added_at)
    SELECT $1, ${id('T', 'team')}, ${id('M', 'member')}, CASE WHEN member % 10 = 0 THEN 'owner' ELSE 'member' END, ${time('member')}
    FROM (
      SELECT 1 AS team, n AS member FROM generate_series(5, $2::integer) AS n WHERE n % 2 = 0
      UNION SELECT team, ${String(PEOPLE.member)} FROM generate_series(1, 3) AS team
      UNION SELECT team, ${String(PEOPLE.teamworker)} FROM generate_series(2, $3::integer, 2) AS team
      UNION SELECT team, (team * 20 + k) * 7 % $2 + 1 FROM generate_series(2, $3::integer) AS team, generate_series(0, 19) AS k
      WHERE (team * 20 + k) * 7 % $2 >= 4
    ) AS memberships`,
};

/** A third at the root, others in trees of ten branches; of those without collections in them some have a level, and some are closed. */
const COLLECTION_TARGETS: Rows = {
  names: ['organization', 'collections'],
  text: `
    WITH RECURSIVE planned AS (
      SELECT n, ${id('C')} AS id, CASE WHEN n % 3 > 0 AND n >= 10 THEN n / 10 END AS parent, n > $2 / 10 AND n % 50 IN (7, 9) AS fixed
      FROM generate_series(1, $2::integer) AS n
    ), tree AS (
      SELECT n, id, NULL AS parent_id, fixed, ARRAY[id] AS ancestors FROM planned WHERE parent IS NULL
      UNION ALL
      SELECT planned.n, planned.id, tree.id, planned.fixed, tree.ancestors || planned.id FROM tree JOIN planned ON planned.parent = tree.n
    )
    INSERT INTO targets (id, kind, organization_id, parent_id, position, inherits, fixed_level, ancestors, default_fixed, default_level)
    SELECT id, 'collection', $1, parent_id, ${position()}, NOT fixed, level, ancestors, fixed, level
    FROM tree, LATERAL (SELECT CASE WHEN fixed AND n % 50 = 9 THEN 'read' END::member_role AS level) AS levels`,
};

const COLLECTIONS: Rows = {
  names: ['organization', 'collections'],
  text: `
    INSERT INTO collections (id, title, created_at, updated_at)
    SELECT ${id('C')}, 'Collection ' || n, ${time()}, ${time()} FROM generate_series(1, $2::integer) AS n`,
};

/** Half of all in the first collection, the others all over. */
const SPACE_TARGETS: Rows = {
  names: ['organization', 'collections', 'spaces'],
  text: `
    INSERT INTO targets (id, kind, organization_id, parent_id, position, ancestors, default_fixed, default_level)
    SELECT planned.id, 'space', $1, parent.id, ${position()}, parent.ancestors || planned.id, parent.default_fixed, parent.default_level
    FROM (
      SELECT n, ${id('S')} AS id, ${id('C', 'CASE WHEN n % 2 = 0 THEN 1 ELSE n / 2 % $2 + 1 END')} AS parent_id FROM generate_series(1, $3::integer) AS n
    ) AS planned JOIN targets parent ON parent.id = planned.parent_id`,
};

const SPACES: Rows = {
  names: ['organization', 'spaces'],
  text: `
    INSERT INTO spaces (id, title, created_at, updated_at, revision_id, revision_number)
    SELECT ${id('S')}, 'Space ' || n, ${time()}, ${time()}, ${id('R')}, 1 FROM generate_series(1, $2::integer) AS n`,
};

const REVISIONS: Rows = {
  names: ['organization', 'spaces'],
  text: `
    INSERT INTO revisions (space_id, id, line, number, type, parents, variables, origins, created_at)
    SELECT ${id('S')}, ${id('R')}, 'main', 1, 'edits', '{}', '{}', '{}', ${time()} FROM generate_series(1, $2::integer) AS n`,
};

/** An entry of the search's index for each space, which no query here looks for. */
const SEARCH_PAGES: Rows = {
  names: ['organization', 'spaces'],
  text: `
    INSERT INTO search_pages (home_id, page_id, part, split, runs, terms)
    SELECT id, ${id('P')}, 0, false, '', array_to_tsvector(ARRAY(SELECT right(id, 8) || mark || word FROM unnest(ARRAY['/', '^']) AS mark, unnest(ARRAY['welcome', 'space']) AS word))
    FROM generate_series(1, $2::integer) AS n, LATERAL (SELECT ${id('S')} AS id) AS space`,
};

const SEARCH_PLACES: Rows = {
  names: ['organization', 'spaces'],
  text: `
    INSERT INTO search_places (space_id, page_id, home_id, version, split)
    SELECT ${id('S')}, ${id('P')}, ${id('S')}, 0, false FROM generate_series(1, $2::integer) AS n`,
};

const TEAM_GRANTS: Rows = {
  names: ['organization', 'teams', 'collections'],
  text: `
    INSERT INTO grants (id, organization_id, target_id, team_id, role, created_at)
    SELECT ${id('G')}, $1, ${id('C', '$3 - n % ($3 * 9 / 10)')}, ${id('T')}, 'edit', ${time()} FROM generate_series(1, $2::integer) AS n`,
};

/** The guest has the last three collections, the member one that is closed, and so has every twenty-fifth of the others one. */
const USER_GRANTS: Rows = {
  names: ['organization', 'members', 'collections'],
  text: `
    INSERT INTO grants (id, organization_id, target_id, user_id, role, created_at)
    SELECT ${id('H', 'row_number() OVER (ORDER BY member, collection)')}, $1, ${id('C', 'collection')}, ${id('M', 'member')}, 'comment', ${time('member')}
    FROM (
      SELECT ${String(PEOPLE.guest)} AS member, $3 - k AS collection FROM generate_series(0, 2) AS k
      UNION SELECT ${String(PEOPLE.member)}, $3 / 10 / 50 * 50 + 7
      UNION SELECT n, $3 - n / 25 % ($3 * 9 / 10) FROM generate_series(25, $2::integer, 25) AS n
    ) AS given`,
};

/** In the order in which they can be written. */
export const ROWS: readonly Rows[] = [
  { names: ['organization'], text: `INSERT INTO organizations (id, title, created_at) VALUES ($1, 'Organization ' || $1, now())` },
  USERS,
  MEMBERS,
  MEMBER_TEXTS,
  TEAMS,
  TEAM_MEMBERS,
  COLLECTION_TARGETS,
  COLLECTIONS,
  SPACE_TARGETS,
  SPACES,
  REVISIONS,
  SEARCH_PAGES,
  SEARCH_PLACES,
  TEAM_GRANTS,
  USER_GRANTS,
];
