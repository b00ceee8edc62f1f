import type { MigrationInterface, QueryRunner } from 'typeorm';
import { partTriggers } from './site-triggers.js';

/** How sites look, what leads from one of their paths to another, and where visitors sign in. */
export class SiteReach1790000020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE site_customizations (
        site_id text COLLATE "C" PRIMARY KEY REFERENCES sites ON DELETE CASCADE,
        settings json NOT NULL
      );

      ALTER TABLE site_spaces ADD CONSTRAINT site_spaces_site_id_unique UNIQUE (site_id, id);

      CREATE TABLE site_space_customizations (
        site_space_id text COLLATE "C" PRIMARY KEY,
        site_id text COLLATE "C" NOT NULL,
        -- What is otherwise than on the site.
        overrides json NOT NULL,
        FOREIGN KEY (site_id, site_space_id) REFERENCES site_spaces (site_id, id) ON DELETE CASCADE
      );
      CREATE INDEX site_space_customizations_site ON site_space_customizations (site_id, site_space_id);

      CREATE TABLE site_redirects (
        id text COLLATE "C" PRIMARY KEY,
        site_id text COLLATE "C" NOT NULL REFERENCES sites ON DELETE CASCADE,
        -- A path of the site, as it was sent, and as addresses are compared: with each character escaped in one way.
        source text COLLATE "C" NOT NULL CHECK (char_length(source) BETWEEN 2 AND 512),
        path text COLLATE "C" NOT NULL CHECK (char_length(path) BETWEEN 2 AND 512),
        -- Exactly one of them: where it leads to. It goes with what it leads to.
        section_id text COLLATE "C",
        site_space_id text COLLATE "C",
        -- A page of the site space; it may be gone.
        page_id text COLLATE "C" CHECK (char_length(page_id) BETWEEN 1 AND 64),
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT site_redirects_path_unique UNIQUE (site_id, path),
        CHECK ((section_id IS NULL) <> (site_space_id IS NULL)),
        CHECK (page_id IS NULL OR site_space_id IS NOT NULL),
        FOREIGN KEY (site_id, section_id) REFERENCES site_sections (site_id, id) ON DELETE CASCADE,
        FOREIGN KEY (site_id, site_space_id) REFERENCES site_spaces (site_id, id) ON DELETE CASCADE
      );
      CREATE INDEX site_redirects_in_order ON site_redirects (site_id, created_at, id);
      CREATE INDEX site_redirects_section ON site_redirects (site_id, section_id) WHERE section_id IS NOT NULL;
      CREATE INDEX site_redirects_site_space ON site_redirects (site_id, site_space_id) WHERE site_space_id IS NOT NULL;

      -- Where visitors sign in who aren't yet.
      ALTER TABLE sites ADD COLUMN visitor_fallback_url text CHECK (char_length(visitor_fallback_url) BETWEEN 1 AND 2048);
      CREATE INDEX sites_proxy ON sites (proxy) WHERE proxy IS NOT NULL;
    `);
    await runner.query(partTriggers('site_customizations', 'site_parts_changed') + partTriggers('site_space_customizations', 'site_parts_changed'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE site_redirects, site_space_customizations, site_customizations;
      ALTER TABLE site_spaces DROP CONSTRAINT site_spaces_site_id_unique;
      DROP INDEX sites_proxy;
      ALTER TABLE sites DROP COLUMN visitor_fallback_url;
    `);
  }
}
