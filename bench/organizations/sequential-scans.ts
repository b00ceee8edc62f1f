import pg from 'pg';

/** Tables that grow with an organization. */
const TABLES = ['collections', 'grants', 'member_texts', 'members', 'revisions', 'search_pages', 'search_places', 'spaces', 'targets', 'team_members', 'teams', 'users'];

/** How often each table was read as a whole so far. */
export async function sequentialScans(databaseUrl: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; scans: string }>(
      'SELECT relname AS name, seq_scan AS scans FROM pg_stat_user_tables WHERE relname = ANY ($1) ORDER BY 1',
      [TABLES],
    );
    return Object.fromEntries(rows.map(({ name, scans }) => [name, Number(scans)]));
  } finally {
    await client.end();
  }
}
