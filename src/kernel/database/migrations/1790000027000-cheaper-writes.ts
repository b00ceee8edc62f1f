import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What change requests see of links that the main content has no more: those that lead nowhere are few, and found without
 * reading all. And texts that search gives up: the statements for it are planned once, not for every page anew.
 */
export class CheaperWrites1790000027000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX page_links_past_wanted ON page_links USING gin (wanted) WHERE until IS NOT NULL AND wanted IS NOT NULL;
      ALTER FUNCTION search_remove SET plan_cache_mode = force_generic_plan;
      ALTER FUNCTION search_release SET plan_cache_mode = force_generic_plan;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER FUNCTION search_release RESET plan_cache_mode;
      ALTER FUNCTION search_remove RESET plan_cache_mode;
      DROP INDEX page_links_past_wanted;
    `);
  }
}
