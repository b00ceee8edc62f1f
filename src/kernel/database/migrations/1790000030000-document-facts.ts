import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What bodies say, beside those that change requests bring: merging them takes it from there, and parses nothing again. */
export class DocumentFacts1790000030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE documents ADD COLUMN facts json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE documents DROP COLUMN facts');
  }
}
