import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Discussions on the main content of a space, and on its change requests. */
export class Comments1790000011000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE comments (
        id text COLLATE "C" PRIMARY KEY,
        space_id text COLLATE "C" NOT NULL REFERENCES spaces ON DELETE CASCADE,
        change_request_id text COLLATE "C" REFERENCES change_requests ON DELETE CASCADE,
        -- What it is a comment on, as one key: the change request, else the space.
        home_id text COLLATE "C" NOT NULL CHECK (home_id = coalesce(change_request_id, space_id)),
        -- The newest revision when it was written.
        revision_id text COLLATE "C" NOT NULL,
        page_id text COLLATE "C",
        -- What was shown of the page: all that is left of it once it is gone.
        page jsonb,
        node text CHECK (char_length(node) BETWEEN 1 AND 100),
        markdown text NOT NULL,
        posted_by text COLLATE "C" NOT NULL REFERENCES users,
        posted_at timestamptz(3) NOT NULL,
        edited_at timestamptz(3),
        resolved boolean NOT NULL DEFAULT false,
        resolved_by text COLLATE "C" REFERENCES users,
        resolved_at timestamptz(3),
        replies integer NOT NULL DEFAULT 0 CHECK (replies >= 0),
        CHECK ((page_id IS NULL) = (page IS NULL)),
        CHECK (resolved = (resolved_at IS NOT NULL) AND resolved = (resolved_by IS NOT NULL))
      );
      -- Ids tell when they were written.
      CREATE INDEX comments_in_order ON comments (home_id, id);
      CREATE INDEX comments_by_status ON comments (home_id, resolved, id);
      CREATE INDEX comments_by_page ON comments (home_id, page_id, id) WHERE page_id IS NOT NULL;
      CREATE INDEX comments_by_author ON comments (home_id, posted_by, id);
      CREATE INDEX comments_space ON comments (space_id) WHERE change_request_id IS NOT NULL;

      CREATE TABLE comment_replies (
        id text COLLATE "C" PRIMARY KEY,
        comment_id text COLLATE "C" NOT NULL REFERENCES comments ON DELETE CASCADE,
        markdown text NOT NULL,
        posted_by text COLLATE "C" NOT NULL REFERENCES users,
        posted_at timestamptz(3) NOT NULL,
        edited_at timestamptz(3)
      );
      CREATE INDEX comment_replies_in_order ON comment_replies (comment_id, id);

      -- To a comment, or to a reply to it.
      CREATE TABLE comment_reactions (
        subject_id text COLLATE "C" NOT NULL,
        emoji text COLLATE "C" NOT NULL CHECK (char_length(emoji) BETWEEN 1 AND 50),
        user_id text COLLATE "C" NOT NULL REFERENCES users,
        comment_id text COLLATE "C" NOT NULL REFERENCES comments ON DELETE CASCADE,
        reply_id text COLLATE "C" REFERENCES comment_replies ON DELETE CASCADE,
        reacted_at timestamptz(3) NOT NULL,
        PRIMARY KEY (subject_id, emoji, user_id),
        CHECK (subject_id = coalesce(reply_id, comment_id))
      );
      CREATE INDEX comment_reactions_comment ON comment_reactions (comment_id);
      CREATE INDEX comment_reactions_reply ON comment_reactions (reply_id) WHERE reply_id IS NOT NULL;

      -- How many there are in each home: the length of its lists.
      CREATE TABLE comment_counts (
        home_id text COLLATE "C" NOT NULL,
        resolved boolean NOT NULL,
        space_id text COLLATE "C" NOT NULL REFERENCES spaces ON DELETE CASCADE,
        count integer NOT NULL CHECK (count >= 0),
        PRIMARY KEY (home_id, resolved)
      );
      CREATE INDEX comment_counts_space ON comment_counts (space_id);

      -- Spaces and change requests count what is open.
      CREATE FUNCTION count_open_comments(space text, change_request text, delta integer) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF change_request IS NULL THEN UPDATE spaces SET comments = comments + delta WHERE id = space;
        ELSE UPDATE change_requests SET comments = comments + delta WHERE id = change_request;
        END IF;
      END $$;

      CREATE FUNCTION count_comments() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP <> 'INSERT' THEN
          UPDATE comment_counts SET count = count - 1 WHERE home_id = OLD.home_id AND resolved = OLD.resolved;
          IF NOT OLD.resolved THEN PERFORM count_open_comments(OLD.space_id, OLD.change_request_id, -1); END IF;
        END IF;
        IF TG_OP <> 'DELETE' THEN
          INSERT INTO comment_counts AS counts (home_id, resolved, space_id, count) VALUES (NEW.home_id, NEW.resolved, NEW.space_id, 1)
          ON CONFLICT (home_id, resolved) DO UPDATE SET count = counts.count + 1;
          IF NOT NEW.resolved THEN PERFORM count_open_comments(NEW.space_id, NEW.change_request_id, 1); END IF;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER count_comments AFTER INSERT OR DELETE ON comments FOR EACH ROW EXECUTE FUNCTION count_comments();
      CREATE TRIGGER count_comments_changed AFTER UPDATE OF resolved ON comments FOR EACH ROW WHEN (OLD.resolved <> NEW.resolved) EXECUTE FUNCTION count_comments();

      CREATE FUNCTION count_comment_replies() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'INSERT' THEN UPDATE comments SET replies = replies + 1 WHERE id = NEW.comment_id;
        ELSE UPDATE comments SET replies = replies - 1 WHERE id = OLD.comment_id;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER count_comment_replies AFTER INSERT OR DELETE ON comment_replies FOR EACH ROW EXECUTE FUNCTION count_comment_replies();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE comment_counts, comment_reactions, comment_replies, comments;
      DROP FUNCTION count_comment_replies, count_comments, count_open_comments;
    `);
  }
}
