import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A duplicate has its content from its original until it has rows of its own. */
export class DeferredCopies1790000028000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE spaces
        -- Where the main content is: newest content of that space, and its number; null: with the space itself.
        ADD COLUMN source_id text COLLATE "C" REFERENCES spaces,
        ADD COLUMN source_number integer,
        -- Of the newest revision that was duplicated: who writes the next one looks for copies that show it.
        ADD COLUMN duplicated_number integer,
        ADD CONSTRAINT spaces_source_check CHECK ((source_id IS NULL) = (source_number IS NULL) AND source_id <> id);
      CREATE INDEX spaces_source ON spaces (source_id) WHERE source_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    const [unfinished] = (await runner.query('SELECT count(*)::integer AS count FROM spaces WHERE source_id IS NOT NULL')) as { count: number }[];
    if (unfinished !== undefined && unfinished.count > 0) throw new Error(`${String(unfinished.count)} duplicates have no content of their own yet. Let the service run until its jobs are done.`);
    await runner.query('ALTER TABLE spaces DROP COLUMN source_id, DROP COLUMN source_number, DROP COLUMN duplicated_number');
  }
}
