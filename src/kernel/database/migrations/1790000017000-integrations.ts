import type { MigrationInterface, QueryRunner } from 'typeorm';
import { OPENAPI_PAGES } from './1790000015000-openapi-specs.js';

/** Integrations, what they keep secret, and where they are installed. */
export class Integrations1790000017000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OPENAPI_PAGES);
    await runner.query(`
      CREATE TABLE integrations (
        name text COLLATE "C" PRIMARY KEY CHECK (char_length(name) BETWEEN 1 AND 100),
        organization_id text COLLATE "C" NOT NULL REFERENCES organizations ON DELETE CASCADE,
        version integer NOT NULL DEFAULT 1,
        title text NOT NULL CHECK (char_length(title) BETWEEN 2 AND 30),
        description text NOT NULL CHECK (char_length(description) <= 100),
        summary text CHECK (char_length(summary) <= 2048),
        visibility text NOT NULL CHECK (visibility IN ('public', 'private', 'unlisted')),
        target text NOT NULL CHECK (target IN ('all', 'site', 'space', 'organization')),
        runtime text NOT NULL CHECK (runtime IN ('v1', 'v2')),
        verified boolean NOT NULL DEFAULT false,
        scopes text[] NOT NULL,
        categories text[] NOT NULL,
        blocks jsonb NOT NULL,
        content_sources jsonb NOT NULL,
        external_links jsonb NOT NULL,
        configurations jsonb,
        content_security_policy text,
        -- {hash, contentType, size} of objects in the storage
        icon jsonb,
        preview_images jsonb NOT NULL CHECK (jsonb_array_length(preview_images) <= 3),
        script text NOT NULL,
        -- The hosts of the address patterns of its blocks; made by the service.
        block_domains text[] NOT NULL,
        -- The name as it is searched for.
        name_folded text COLLATE "C" NOT NULL,
        name_grams text[] NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      );
      ALTER TABLE integrations ALTER COLUMN name_grams SET STATISTICS 0;
      CREATE INDEX integrations_public ON integrations (created_at, name) WHERE visibility = 'public';
      CREATE INDEX integrations_of_owner ON integrations (organization_id, created_at, name);
      CREATE INDEX integrations_name ON integrations USING gin (name_grams) WITH (gin_pending_list_limit = 256);
      CREATE INDEX integrations_categories ON integrations USING gin (categories);
      CREATE INDEX integrations_scopes ON integrations USING gin (scopes);
      CREATE INDEX integrations_block_domains ON integrations USING gin (block_domains);

      CREATE TABLE integration_secrets (
        integration_name text COLLATE "C" NOT NULL REFERENCES integrations ON DELETE CASCADE,
        name text COLLATE "C" NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
        -- Of the key that opens it.
        key_id text COLLATE "C" NOT NULL,
        -- Nonce, encrypted text and tag of AES-256-GCM.
        sealed bytea NOT NULL,
        PRIMARY KEY (integration_name, name)
      );

      CREATE TABLE integration_installations (
        id text COLLATE "C" PRIMARY KEY,
        integration_name text COLLATE "C" NOT NULL REFERENCES integrations ON DELETE CASCADE,
        organization_id text COLLATE "C" NOT NULL REFERENCES organizations ON DELETE CASCADE,
        space_selection text NOT NULL CHECK (space_selection IN ('all', 'selected')),
        site_selection text NOT NULL CHECK (site_selection IN ('all', 'selected')),
        configuration jsonb NOT NULL,
        external_ids text[] NOT NULL CHECK (cardinality(external_ids) <= 5),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        CONSTRAINT integration_installations_unique UNIQUE (integration_name, organization_id)
      );
      CREATE INDEX integration_installations_in_order ON integration_installations (integration_name, created_at, id);
      CREATE INDEX integration_installations_of_organization ON integration_installations (organization_id, created_at, id);
      CREATE INDEX integration_installations_external_ids ON integration_installations USING gin (external_ids);

      CREATE TABLE integration_space_installations (
        installation_id text COLLATE "C" NOT NULL REFERENCES integration_installations ON DELETE CASCADE,
        space_id text COLLATE "C" NOT NULL REFERENCES spaces ON DELETE CASCADE,
        configuration jsonb NOT NULL,
        external_ids text[] NOT NULL CHECK (cardinality(external_ids) <= 5),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (installation_id, space_id)
      );
      CREATE INDEX integration_space_installations_in_order ON integration_space_installations (installation_id, created_at, space_id);
      CREATE INDEX integration_space_installations_of_space ON integration_space_installations (space_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE integration_space_installations, integration_installations, integration_secrets, integrations');
  }
}
