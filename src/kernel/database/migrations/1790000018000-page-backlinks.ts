import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an older revision of the main content links to is found by its target, for pages as for files. */
export class PageBacklinks1790000018000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX page_links_past_to_page ON page_links (space_id, line, target_page_id, until)
        WHERE until IS NOT NULL AND target_page_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX page_links_past_to_page');
  }
}
