import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Change requests, each a line of content over one revision of the main content. A line has rows only for
 * what it changes; everything else shows through from its base.
 */
export class ChangeRequests1790000010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE change_requests (
        id text COLLATE "C" PRIMARY KEY,
        space_id text COLLATE "C" NOT NULL REFERENCES spaces ON DELETE CASCADE,
        -- Counts from 1 in the space, without gaps: given under the lock of the space's row.
        number integer NOT NULL CHECK (number > 0),
        status text NOT NULL CHECK (status IN ('draft', 'open', 'archived', 'merged')),
        subject text NOT NULL CHECK (char_length(subject) <= 100),
        created_by text COLLATE "C" REFERENCES users ON DELETE SET NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        -- Head of its line; until the first change the revision of the main content that it began with, number 0.
        revision_id text COLLATE "C" NOT NULL,
        revision_number integer NOT NULL,
        -- Number of the main content's revision that the head lies over: the last one taken in.
        base_number integer NOT NULL,
        revision_initial text COLLATE "C" NOT NULL,
        revision_merged_ancestor text COLLATE "C",
        revision_merged text COLLATE "C",
        -- Open comments.
        comments integer NOT NULL DEFAULT 0 CHECK (comments >= 0),
        CHECK ((status = 'merged') = (revision_merged IS NOT NULL)),
        CONSTRAINT change_requests_number_unique UNIQUE (space_id, number)
      );
      CREATE INDEX change_requests_by_status ON change_requests (space_id, status, number);

      -- Who made a change request or a revision of it.
      CREATE TABLE change_request_contributors (
        space_id text COLLATE "C" NOT NULL,
        user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
        change_request_id text COLLATE "C" NOT NULL REFERENCES change_requests ON DELETE CASCADE,
        PRIMARY KEY (space_id, user_id, change_request_id)
      );
      CREATE INDEX change_request_contributors_of ON change_request_contributors (change_request_id);

      ALTER TABLE spaces ADD COLUMN change_requests_archived integer NOT NULL DEFAULT 0 CHECK (change_requests_archived >= 0);

      CREATE FUNCTION count_change_requests() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' AND NEW.status = OLD.status THEN RETURN NULL; END IF;
        UPDATE spaces SET
          change_requests = change_requests + (TG_OP = 'INSERT')::integer,
          change_requests_draft = change_requests_draft + (NEW.status = 'draft')::integer - (TG_OP = 'UPDATE' AND OLD.status = 'draft')::integer,
          change_requests_open = change_requests_open + (NEW.status = 'open')::integer - (TG_OP = 'UPDATE' AND OLD.status = 'open')::integer,
          change_requests_archived = change_requests_archived + (NEW.status = 'archived')::integer - (TG_OP = 'UPDATE' AND OLD.status = 'archived')::integer
        WHERE id = NEW.space_id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER count_change_requests AFTER INSERT OR UPDATE OF status ON change_requests
        FOR EACH ROW EXECUTE FUNCTION count_change_requests();

      -- Of the main content under a revision of another line.
      ALTER TABLE revisions ADD COLUMN base_number integer;

      -- Pages and files of its base that a line has another version of, or none: they don't show through.
      CREATE TABLE covered_items (
        space_id text COLLATE "C" NOT NULL REFERENCES spaces ON DELETE CASCADE,
        line text COLLATE "C" NOT NULL,
        item_id text COLLATE "C" NOT NULL,
        since integer NOT NULL,
        until integer CHECK (until > since),
        PRIMARY KEY (space_id, line, item_id, since)
      );

      -- What shows through at an older revision of the main content was ended since then, and what the
      -- main content changed since is new: both are few.
      CREATE INDEX page_versions_ended ON page_versions (space_id, line, until) WHERE until IS NOT NULL;
      CREATE INDEX page_versions_begun ON page_versions (space_id, line, since) WHERE until IS NULL;
      CREATE INDEX page_versions_past_children ON page_versions (space_id, line, parent_id, until) WHERE until IS NOT NULL;
      CREATE INDEX file_versions_ended ON file_versions (space_id, line, until) WHERE until IS NOT NULL;
      CREATE INDEX file_versions_begun ON file_versions (space_id, line, since) WHERE until IS NULL;
      CREATE INDEX page_links_past_to_file ON page_links (space_id, line, target_file_id, until)
        WHERE until IS NOT NULL AND target_file_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX page_versions_ended, page_versions_begun, page_versions_past_children, file_versions_ended, file_versions_begun, page_links_past_to_file;
      ALTER TABLE revisions DROP COLUMN base_number;
      DROP TABLE covered_items, change_request_contributors, change_requests;
      DROP FUNCTION count_change_requests;
      ALTER TABLE spaces DROP COLUMN change_requests_archived;
    `);
  }
}
