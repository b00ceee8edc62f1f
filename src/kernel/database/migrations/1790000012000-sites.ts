import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SITE_TRIGGERS } from './site-triggers.js';

/** Published sites: their sections, groups and spaces, share links, and what they adapt to visitors. */
export class Sites1790000012000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What foreign keys point at can't be deferrable; nothing defers it, as ids are unique alone.
      ALTER TABLE targets DROP CONSTRAINT targets_organization_id_unique;
      ALTER TABLE targets ADD CONSTRAINT targets_organization_id_unique UNIQUE (organization_id, id);

      CREATE TABLE sites (
        id text COLLATE "C" PRIMARY KEY,
        organization_id text COLLATE "C" NOT NULL REFERENCES organizations ON DELETE CASCADE,
        type text NOT NULL,
        title text NOT NULL CHECK (char_length(title) BETWEEN 2 AND 128),
        -- The title as it is searched for; made by the service, as databases differ in how they fold.
        title_folded text COLLATE "C" NOT NULL,
        title_grams text[] NOT NULL,
        visibility text NOT NULL CHECK (visibility IN ('public', 'unlisted', 'share-link', 'visitor-auth')),
        published boolean NOT NULL DEFAULT false,
        -- A host of its own.
        hostname text COLLATE "C" CHECK (char_length(hostname) BETWEEN 1 AND 512) CONSTRAINT sites_hostname_unique UNIQUE,
        basename text COLLATE "C" CHECK (char_length(basename) BETWEEN 1 AND 100),
        proxy text COLLATE "C" CHECK (char_length(proxy) BETWEEN 1 AND 512),
        adaptive_content boolean NOT NULL DEFAULT false,
        agents_context text NOT NULL DEFAULT 'included' CHECK (agents_context IN ('included', 'excluded')),
        -- Signs what tells who a visitor is.
        visitor_key text NOT NULL CHECK (char_length(visitor_key) >= 32),
        -- How many site spaces it has; kept by triggers.
        site_spaces integer NOT NULL DEFAULT 0 CHECK (site_spaces >= 0),
        -- Another one with every change of the site or of anything in it; kept by triggers.
        version bigint NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT sites_basename_unique UNIQUE (organization_id, basename),
        UNIQUE (organization_id, id)
      );
      ALTER TABLE sites ALTER COLUMN title_grams SET STATISTICS 0;
      CREATE INDEX sites_in_order ON sites (organization_id, created_at, id);
      CREATE INDEX sites_published_in_order ON sites (organization_id, published, created_at, id);
      CREATE INDEX sites_title ON sites USING gin (title_grams) WITH (gin_pending_list_limit = 256);

      CREATE TABLE site_section_groups (
        id text COLLATE "C" PRIMARY KEY,
        site_id text COLLATE "C" NOT NULL REFERENCES sites ON DELETE CASCADE,
        title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 100),
        icon text CHECK (char_length(icon) <= 50),
        -- Among the site's groups and the sections that are in none.
        position text COLLATE "C" NOT NULL,
        created_at timestamptz(3) NOT NULL,
        UNIQUE (site_id, id)
      );
      CREATE INDEX site_section_groups_in_order ON site_section_groups (site_id, position, id);

      CREATE TABLE site_sections (
        id text COLLATE "C" PRIMARY KEY,
        site_id text COLLATE "C" NOT NULL REFERENCES sites ON DELETE CASCADE,
        group_id text COLLATE "C",
        title text NOT NULL CHECK (char_length(title) BETWEEN 2 AND 128),
        description text CHECK (char_length(description) <= 256),
        icon text CHECK (char_length(icon) <= 50),
        path text COLLATE "C" NOT NULL CHECK (char_length(path) BETWEEN 1 AND 100),
        condition text CHECK (char_length(condition) BETWEEN 1 AND 1024),
        is_default boolean NOT NULL DEFAULT false,
        -- Within its group; without one, among the site's groups and the sections that are in none.
        position text COLLATE "C" NOT NULL,
        created_at timestamptz(3) NOT NULL,
        UNIQUE (site_id, id),
        -- Sections have their addresses right under the site, in whatever group they are.
        CONSTRAINT site_sections_path_unique UNIQUE (site_id, path),
        -- A group belongs to the same site; without the group, its sections stay.
        FOREIGN KEY (site_id, group_id) REFERENCES site_section_groups (site_id, id) ON DELETE SET NULL (group_id)
      );
      CREATE UNIQUE INDEX site_sections_default_unique ON site_sections (site_id) WHERE is_default;
      CREATE INDEX site_sections_in_order ON site_sections (site_id, group_id, position, id);

      CREATE TABLE site_spaces (
        id text COLLATE "C" PRIMARY KEY,
        organization_id text COLLATE "C" NOT NULL,
        site_id text COLLATE "C" NOT NULL,
        -- null: at the root of a site without sections
        section_id text COLLATE "C",
        space_id text COLLATE "C" NOT NULL REFERENCES spaces,
        path text COLLATE "C" NOT NULL CHECK (char_length(path) BETWEEN 1 AND 100),
        condition text CHECK (char_length(condition) BETWEEN 1 AND 1024),
        is_default boolean NOT NULL DEFAULT false,
        -- Within its section, or at the root.
        position text COLLATE "C" NOT NULL,
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT site_spaces_path_unique UNIQUE NULLS NOT DISTINCT (site_id, section_id, path),
        FOREIGN KEY (organization_id, site_id) REFERENCES sites (organization_id, id) ON DELETE CASCADE,
        FOREIGN KEY (site_id, section_id) REFERENCES site_sections (site_id, id) ON DELETE CASCADE,
        -- A space of the same organization: one that is in a site can't be taken to another. Checked last, as
        -- whoever takes it there learns of the site in a step of its own.
        CONSTRAINT site_spaces_same_organization FOREIGN KEY (organization_id, space_id) REFERENCES targets (organization_id, id)
          DEFERRABLE INITIALLY DEFERRED
      );
      CREATE UNIQUE INDEX site_spaces_default_unique ON site_spaces (site_id, section_id) NULLS NOT DISTINCT WHERE is_default;
      CREATE INDEX site_spaces_in_order ON site_spaces (site_id, section_id, position, id);
      CREATE INDEX site_spaces_space ON site_spaces (space_id, site_id);
      CREATE INDEX site_spaces_target ON site_spaces (organization_id, space_id);

      CREATE TABLE site_share_links (
        id text COLLATE "C" PRIMARY KEY,
        site_id text COLLATE "C" NOT NULL REFERENCES sites ON DELETE CASCADE,
        name text NOT NULL CHECK (char_length(name) <= 50),
        -- The secret that admits.
        key text COLLATE "C" NOT NULL CONSTRAINT site_share_links_key_unique UNIQUE CHECK (char_length(key) >= 22),
        active boolean NOT NULL DEFAULT true,
        created_at timestamptz(3) NOT NULL
      );
      CREATE INDEX site_share_links_in_order ON site_share_links (site_id, created_at, id);

      CREATE TABLE site_adaptive_schemas (
        site_id text COLLATE "C" PRIMARY KEY REFERENCES sites ON DELETE CASCADE,
        -- As it was sent, with its order of claims.
        json_schema json NOT NULL,
        updated_at timestamptz(3) NOT NULL
      );

      -- Nobody could choose a site before there were any.
      UPDATE organizations SET default_content_site = NULL WHERE default_content_site IS NOT NULL;
      ALTER TABLE organizations ADD CONSTRAINT organizations_default_content_site
        FOREIGN KEY (id, default_content_site) REFERENCES sites (organization_id, id) ON DELETE SET NULL (default_content_site);
      CREATE INDEX organizations_default_site ON organizations (default_content_site) WHERE default_content_site IS NOT NULL;
    `);
    await runner.query(SITE_TRIGGERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX organizations_default_site;
      ALTER TABLE organizations DROP CONSTRAINT organizations_default_content_site;
      DROP TABLE site_adaptive_schemas, site_share_links, site_spaces, site_sections, site_section_groups, sites;
      DROP FUNCTION site_changed, site_parts_changed, site_spaces_changed;
      ALTER TABLE targets DROP CONSTRAINT targets_organization_id_unique;
      ALTER TABLE targets ADD CONSTRAINT targets_organization_id_unique UNIQUE (organization_id, id) DEFERRABLE INITIALLY IMMEDIATE;
    `);
  }
}
