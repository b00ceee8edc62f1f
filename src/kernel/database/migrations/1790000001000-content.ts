import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Versioned content. A space has lines of content: 'main', and one for each change request. A revision
 * is a number on a line. Pages and files are rows of versions, each valid from one revision number to
 * the one before another (`until`, null while it is the newest), so a change of one page writes a few
 * rows however large the space is. Rows are never changed but for being closed by `until`.
 */
export class Content1790000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE revisions (
        space_id text COLLATE "C" NOT NULL REFERENCES spaces ON DELETE CASCADE,
        id text COLLATE "C" NOT NULL,
        line text COLLATE "C" NOT NULL,
        number integer NOT NULL CHECK (number >= 0),
        type text NOT NULL CHECK (type IN ('edits', 'merge', 'rollback', 'update', 'computed')),
        parents text[] NOT NULL,
        variables jsonb NOT NULL,
        -- Origins of imported websites: a link into one of them whose page is missing is broken.
        origins text[] NOT NULL,
        created_at timestamptz(3) NOT NULL,
        created_by text COLLATE "C" REFERENCES users ON DELETE SET NULL,
        PRIMARY KEY (space_id, id),
        CONSTRAINT revisions_number_unique UNIQUE (space_id, line, number)
      );

      -- Bodies, named by a hash of their content: shared between revisions, never changed.
      CREATE TABLE documents (
        space_id text COLLATE "C" NOT NULL REFERENCES spaces ON DELETE CASCADE,
        id text COLLATE "C" NOT NULL,
        markdown text NOT NULL,
        anchors text[] NOT NULL,
        PRIMARY KEY (space_id, id)
      );

      CREATE TABLE page_versions (
        space_id text COLLATE "C" NOT NULL REFERENCES spaces ON DELETE CASCADE,
        line text COLLATE "C" NOT NULL,
        page_id text COLLATE "C" NOT NULL,
        since integer NOT NULL,
        until integer CHECK (until > since),
        parent_id text COLLATE "C",
        position text COLLATE "C" NOT NULL,
        type text NOT NULL CHECK (type IN ('document', 'group', 'link', 'computed')),
        title text NOT NULL CHECK (title <> ''),
        slug text COLLATE "C" NOT NULL CHECK (char_length(slug) BETWEEN 1 AND 100),
        description text,
        emoji text,
        icon text,
        hidden boolean NOT NULL DEFAULT false,
        no_index boolean NOT NULL DEFAULT false,
        no_robots_index boolean NOT NULL DEFAULT false,
        layout jsonb,
        cover jsonb,
        variables jsonb,
        -- Where a page of type 'link' leads.
        target text,
        document_id text COLLATE "C",
        git_path text COLLATE "C",
        git_oid text COLLATE "C",
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        PRIMARY KEY (space_id, line, page_id, since),
        FOREIGN KEY (space_id, document_id) REFERENCES documents (space_id, id)
      );
      CREATE UNIQUE INDEX page_versions_current ON page_versions (space_id, line, page_id) WHERE until IS NULL;
      CREATE UNIQUE INDEX page_versions_slug_unique ON page_versions (space_id, line, parent_id, slug) NULLS NOT DISTINCT WHERE until IS NULL;
      CREATE INDEX page_versions_children ON page_versions (space_id, line, parent_id, position, page_id) WHERE until IS NULL;
      CREATE INDEX page_versions_git_path ON page_versions (space_id, line, git_path) WHERE until IS NULL AND git_path IS NOT NULL;

      CREATE TABLE file_versions (
        space_id text COLLATE "C" NOT NULL REFERENCES spaces ON DELETE CASCADE,
        line text COLLATE "C" NOT NULL,
        file_id text COLLATE "C" NOT NULL,
        since integer NOT NULL,
        until integer CHECK (until > since),
        name text NOT NULL CHECK (name <> ''),
        content_type text NOT NULL,
        size bigint NOT NULL CHECK (size >= 0),
        width integer,
        height integer,
        -- SHA-256 of the bytes, in hexadecimal: their name in the object storage.
        hash text COLLATE "C" NOT NULL,
        git_path text COLLATE "C",
        git_oid text COLLATE "C",
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (space_id, line, file_id, since)
      );
      CREATE UNIQUE INDEX file_versions_current ON file_versions (space_id, line, file_id) WHERE until IS NULL;
      CREATE INDEX file_versions_hash ON file_versions (space_id, line, hash) WHERE until IS NULL;
      CREATE INDEX file_versions_git_path ON file_versions (space_id, line, git_path) WHERE until IS NULL AND git_path IS NOT NULL;

      -- The addresses that a page version names, and what they led to when they were first written.
      CREATE TABLE page_links (
        space_id text COLLATE "C" NOT NULL REFERENCES spaces ON DELETE CASCADE,
        line text COLLATE "C" NOT NULL,
        page_id text COLLATE "C" NOT NULL,
        since integer NOT NULL,
        ordinal integer NOT NULL,
        until integer,
        kind text NOT NULL CHECK (kind IN ('link', 'image', 'file', 'embed')),
        address text NOT NULL,
        text text NOT NULL,
        -- 'inside': leads to a page, file or anchor of this content; 'outside': any other address
        place text NOT NULL CHECK (place IN ('inside', 'outside')),
        target_page_id text COLLATE "C",
        target_file_id text COLLATE "C",
        target_anchor text COLLATE "C",
        -- While an inside address leads nowhere: the paths that would satisfy it, best first, each behind the space's
        -- id and line. A page or file that comes to one of them heals the link.
        wanted text[],
        PRIMARY KEY (space_id, line, page_id, since, ordinal)
      );
      CREATE INDEX page_links_to_file ON page_links (space_id, line, target_file_id, page_id) WHERE until IS NULL AND target_file_id IS NOT NULL;
      CREATE INDEX page_links_to_page ON page_links (space_id, line, target_page_id, page_id) WHERE until IS NULL AND target_page_id IS NOT NULL;

      CREATE INDEX page_links_wanted ON page_links USING gin (wanted) WHERE until IS NULL AND wanted IS NOT NULL;

      -- What search looks through: the newest main content of each space. A page is one row, one with very many
      -- words several (split); every lexeme starts with a key of the space, so that a search reads only its own space's part of the index.
      CREATE TABLE search_pages (
        space_id text COLLATE "C" NOT NULL REFERENCES spaces ON DELETE CASCADE,
        page_id text COLLATE "C" NOT NULL,
        part integer NOT NULL,
        split boolean NOT NULL,
        -- The page's runs of scripts without spaces, one a line: what pairs of characters promise is verified here.
        runs text COLLATE "C" NOT NULL,
        terms tsvector NOT NULL,
        PRIMARY KEY (space_id, page_id, part)
      ) WITH (toast_tuple_target = 128); -- terms aside: a search for a frequent word visits many rows and reads no terms
      -- Lexemes with a space's key say nothing to the planner, and counting them costs much.
      ALTER TABLE search_pages ALTER COLUMN terms SET STATISTICS 0;
      -- Bounds what a search reads of the list of pending entries (in kB), while writing still gains by it.
      CREATE INDEX search_pages_terms ON search_pages USING gin (terms) WITH (gin_pending_list_limit = 256);
      CREATE INDEX search_pages_split ON search_pages (space_id, page_id) WHERE split;

      -- The planner doesn't see that comparing a row's terms means reading them from where they are stored aside,
      -- some hundred times the cost of the index; and a plan made while the table was small must not stay.
      CREATE FUNCTION search_pages_matching(query tsquery) RETURNS SETOF search_pages
        LANGUAGE plpgsql STABLE ROWS 50 SET enable_seqscan = off SET plan_cache_mode = force_generic_plan
        AS $$ BEGIN RETURN QUERY SELECT * FROM search_pages WHERE terms @@ query; END $$;

      -- Sections of those pages; a long one is several rows that share its number.
      CREATE TABLE search_sections (
        space_id text COLLATE "C" NOT NULL REFERENCES spaces ON DELETE CASCADE,
        page_id text COLLATE "C" NOT NULL,
        ordinal integer NOT NULL,
        section integer NOT NULL,
        anchor text NOT NULL,
        title text NOT NULL,
        body text NOT NULL,
        terms tsvector NOT NULL,
        PRIMARY KEY (space_id, page_id, ordinal)
      );
      ALTER TABLE search_sections ALTER COLUMN terms SET STATISTICS 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION search_pages_matching;
      DROP TABLE search_sections, search_pages, page_links, file_versions, page_versions, documents, revisions;
    `);
  }
}
