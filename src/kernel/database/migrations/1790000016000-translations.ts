import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What organizations have translated. */
export class Translations1790000016000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE translation_settings (
        id text COLLATE "C" PRIMARY KEY,
        organization_id text COLLATE "C" NOT NULL REFERENCES organizations ON DELETE CASCADE,
        title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 100),
        languages text[] NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      );
      CREATE INDEX translation_settings_in_order ON translation_settings (organization_id, created_at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE translation_settings');
  }
}
