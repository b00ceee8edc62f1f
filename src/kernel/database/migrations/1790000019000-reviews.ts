import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reviews of change requests, who is asked for them, and lists of change requests and of people across an organization. */
export class Reviews1790000019000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE change_request_reviews (
        id text COLLATE "C" PRIMARY KEY,
        change_request_id text COLLATE "C" NOT NULL REFERENCES change_requests ON DELETE CASCADE,
        -- Head of the change request when it was reviewed.
        revision_id text COLLATE "C" NOT NULL,
        reviewer_id text COLLATE "C" NOT NULL REFERENCES users,
        requested_by text COLLATE "C" REFERENCES users ON DELETE SET NULL,
        status text NOT NULL CHECK (status IN ('approved', 'changes-requested')),
        -- The reviewer made a newer one, or was asked for one.
        superseded boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      );
      CREATE INDEX change_request_reviews_in_order ON change_request_reviews (change_request_id, id);
      CREATE UNIQUE INDEX change_request_reviews_current ON change_request_reviews (change_request_id, reviewer_id) WHERE NOT superseded;

      -- Who is asked for a review and has made none since.
      CREATE TABLE requested_reviewers (
        change_request_id text COLLATE "C" NOT NULL REFERENCES change_requests ON DELETE CASCADE,
        user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
        revision_id text COLLATE "C" NOT NULL,
        requested_by text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (change_request_id, user_id)
      );
      CREATE INDEX requested_reviewers_in_order ON requested_reviewers (change_request_id, created_at, user_id);

      -- The review in which a comment was made. Deferred: the comment is written first.
      ALTER TABLE comments ADD COLUMN review_id text COLLATE "C"
        REFERENCES change_request_reviews ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED;
      CREATE UNIQUE INDEX comments_review ON comments (review_id) WHERE review_id IS NOT NULL;

      -- What its comment is on: people who replied are found by it.
      ALTER TABLE comment_replies ADD COLUMN home_id text COLLATE "C";
      UPDATE comment_replies SET home_id = comments.home_id FROM comments WHERE comments.id = comment_id;
      ALTER TABLE comment_replies ALTER COLUMN home_id SET NOT NULL;
      CREATE INDEX comment_replies_by_author ON comment_replies (home_id, posted_by);

      -- The organization of its space, kept by the triggers below.
      ALTER TABLE change_requests ADD COLUMN organization_id text COLLATE "C";
      UPDATE change_requests SET organization_id = targets.organization_id FROM targets WHERE targets.id = space_id;
      ALTER TABLE change_requests ALTER COLUMN organization_id SET NOT NULL;
      CREATE INDEX change_requests_of_organization ON change_requests (organization_id, status, id);
      CREATE INDEX change_requests_by_creator ON change_requests (created_by, organization_id, status, id);
      CREATE INDEX change_request_contributors_by_user ON change_request_contributors (user_id, change_request_id);

      CREATE FUNCTION place_change_request() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- Locked: a transfer of the space takes along what it sees.
        SELECT organization_id INTO NEW.organization_id FROM targets WHERE id = NEW.space_id FOR SHARE;
        RETURN NEW;
      END $$;
      CREATE TRIGGER place_change_request BEFORE INSERT ON change_requests FOR EACH ROW EXECUTE FUNCTION place_change_request();

      CREATE FUNCTION transfer_change_requests() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE change_requests SET organization_id = NEW.organization_id WHERE space_id = NEW.id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER transfer_change_requests AFTER UPDATE OF organization_id ON targets
        FOR EACH ROW WHEN (NEW.organization_id <> OLD.organization_id) EXECUTE FUNCTION transfer_change_requests();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER transfer_change_requests ON targets;
      DROP TRIGGER place_change_request ON change_requests;
      DROP FUNCTION transfer_change_requests, place_change_request;
      DROP INDEX change_request_contributors_by_user;
      ALTER TABLE change_requests DROP COLUMN organization_id;
      ALTER TABLE comment_replies DROP COLUMN home_id;
      ALTER TABLE comments DROP COLUMN review_id;
      DROP TABLE requested_reviewers, change_request_reviews;
    `);
  }
}
