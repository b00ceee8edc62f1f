import pg from 'pg';

export interface PageRow {
  id: string;
  title: string;
  markdown: string;
}

/** The least that a page can be read with: one prepared statement over two primary keys. */
const PAGE = {
  name: 'floor_page',
  text: `
    SELECT p.page_id AS id, p.title, d.markdown
    FROM page_versions p JOIN documents d ON d.space_id = p.space_id AND d.id = p.document_id
    WHERE p.space_id = $1 AND p.line = 'main' AND p.until IS NULL AND p.page_id = $2`,
};

/** As many connections as the service has. */
const POOL_SIZE = 20;

export function openPool(databaseUrl: string): pg.Pool {
  return new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE });
}

export async function findPage(pool: pg.Pool, spaceId: string, pageId: string): Promise<PageRow | undefined> {
  const result = await pool.query<PageRow>({ ...PAGE, values: [spaceId, pageId] });
  return result.rows[0];
}
