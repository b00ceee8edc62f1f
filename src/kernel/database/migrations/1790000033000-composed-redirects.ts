import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Redirects are found by their paths with letters composed, which escaped may be three times as long. Of two that would have
 * one path since, the composed one counts; the other stays as it is.
 */
export class ComposedRedirects1790000033000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE site_redirects DROP CONSTRAINT site_redirects_path_check,
        ADD CONSTRAINT site_redirects_path_check CHECK (char_length(path) BETWEEN 2 AND 1536);
    `);
    const redirects = (await runner.query(`SELECT id, path FROM site_redirects WHERE strpos(path, '%') > 0 ORDER BY created_at, id`)) as { id: string; path: string }[];
    for (const { id, path } of redirects) {
      await runner.query(
        `UPDATE site_redirects redirect SET path = $2 WHERE id = $1 AND path <> $2
         AND NOT EXISTS (SELECT FROM site_redirects other WHERE other.site_id = redirect.site_id AND other.path = $2)`,
        [id, composed(path)],
      );
    }
  }

  /** Paths that are longer now stay. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE site_redirects DROP CONSTRAINT site_redirects_path_check,
        ADD CONSTRAINT site_redirects_path_check CHECK (char_length(path) BETWEEN 2 AND 512) NOT VALID;
    `);
  }
}

function composed(path: string): string {
  const parts = path.split('/').map((part) => encodeURIComponent(decodeURIComponent(part).normalize('NFC')));
  return parts.join('/');
}
