import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A later part of the migration, which databases that ran it before don't have. */
export const OPENAPI_PAGES = `
  -- What people read of a version, made from its documents.
  CREATE TABLE IF NOT EXISTS openapi_pages (
    version_id text COLLATE "C" NOT NULL REFERENCES openapi_versions ON DELETE CASCADE,
    -- In the order of reading; a page comes behind the one that it is below.
    position integer NOT NULL,
    key text COLLATE "C" NOT NULL,
    parent_key text COLLATE "C",
    kind text NOT NULL CHECK (kind IN ('info', 'operations', 'operation', 'models')),
    title text NOT NULL CHECK (title <> ''),
    description text,
    markdown text NOT NULL,
    PRIMARY KEY (version_id, position)
  );

  -- What a page of type 'computed' is computed from.
  ALTER TABLE page_versions ADD COLUMN IF NOT EXISTS computed jsonb;
  CREATE INDEX IF NOT EXISTS page_versions_computed ON page_versions (space_id, line) WHERE computed IS NOT NULL;
`;

/** OpenAPI specs with their versions, and the documents that each version holds. */
export class OpenApiSpecs1790000015000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE openapi_specs (
        id text COLLATE "C" PRIMARY KEY,
        organization_id text COLLATE "C" NOT NULL REFERENCES organizations ON DELETE CASCADE,
        slug text COLLATE "C" NOT NULL CHECK (char_length(slug) BETWEEN 1 AND 100 AND slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
        -- null: the source came as text
        source_url text CHECK (char_length(source_url) <= 2048),
        -- How many sources were set; each is processed on its own, and the newest one tells the state.
        sources integer NOT NULL DEFAULT 1 CHECK (sources >= 1),
        processing_state text NOT NULL DEFAULT 'pending' CHECK (processing_state IN ('pending', 'progress', 'complete')),
        last_version_id text COLLATE "C",
        last_processed_at timestamptz(3),
        last_error_code text CHECK (last_error_code IN ('FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR')),
        last_error_message text,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        CONSTRAINT openapi_specs_slug_unique UNIQUE (organization_id, slug),
        CHECK ((last_error_code IS NULL) = (last_error_message IS NULL))
      );
      CREATE INDEX openapi_specs_in_order ON openapi_specs (organization_id, created_at, id);

      CREATE TABLE openapi_versions (
        id text COLLATE "C" PRIMARY KEY,
        spec_id text COLLATE "C" NOT NULL REFERENCES openapi_specs ON DELETE CASCADE,
        -- Of the source that it was made from: versions are in the order in which their sources were set.
        number integer NOT NULL,
        created_at timestamptz(3) NOT NULL,
        -- Of everything that it holds.
        hash text COLLATE "C" NOT NULL,
        CONSTRAINT openapi_versions_number_unique UNIQUE (spec_id, number)
      );

      CREATE TABLE openapi_documents (
        version_id text COLLATE "C" NOT NULL REFERENCES openapi_versions ON DELETE CASCADE,
        -- 0: the document that the others are referenced from
        position integer NOT NULL,
        place text NOT NULL,
        -- The address that answered; null for what came as text.
        url text,
        -- As JSON; text, as jsonb would order keys anew.
        document text NOT NULL,
        -- As it came, where that differs from the document.
        source bytea,
        PRIMARY KEY (version_id, position)
      );
    `);
    await runner.query(OPENAPI_PAGES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE page_versions DROP COLUMN computed;
      DROP TABLE openapi_pages, openapi_documents, openapi_versions, openapi_specs;
    `);
  }
}
