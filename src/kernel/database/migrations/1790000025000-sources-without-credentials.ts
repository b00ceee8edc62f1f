import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every reader of a spec sees where it is from. Addresses with credentials were taken, though never fetched. */
export class SourcesWithoutCredentials1790000025000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(String.raw`
      UPDATE openapi_specs SET source_url = regexp_replace(source_url, '^(https?:[/\\]*)[^/\\?#]*@', '\1', 'i')
      WHERE source_url ~* '^https?:[/\\]*[^/\\?#]*@'
    `);
  }

  /** What was cut is nowhere. */
  async down(): Promise<void> {}
}
