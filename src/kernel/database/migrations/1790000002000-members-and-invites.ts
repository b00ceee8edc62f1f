import type { MigrationInterface, QueryRunner } from 'typeorm';
import { fold, grams } from '../../text/contains.js';

/** Lists and filters of members, invitations by link, and organizations found by e-mail domain. */
export class MembersAndInvites1790000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- In the orders of the list: by when members joined and were last seen, with and without a role.
      CREATE INDEX members_joined ON members (organization_id, joined_at, user_id);
      CREATE INDEX members_role_joined ON members (organization_id, role, joined_at, user_id);
      CREATE INDEX members_seen ON members (organization_id, last_seen_at, user_id) WHERE last_seen_at IS NOT NULL;
      CREATE INDEX members_role_seen ON members (organization_id, role, last_seen_at, user_id) WHERE last_seen_at IS NOT NULL;

      -- What the list's filter looks through. Apart from members, whose rows change with every visit.
      CREATE TABLE member_texts (
        organization_id text COLLATE "C" NOT NULL,
        user_id text COLLATE "C" NOT NULL,
        -- name and e-mail address, a line each, folded
        folded text COLLATE "C" NOT NULL,
        -- short pieces of it, each with the organization's id before it
        grams text[] NOT NULL,
        PRIMARY KEY (organization_id, user_id),
        FOREIGN KEY (organization_id, user_id) REFERENCES members (organization_id, user_id) ON DELETE CASCADE
      );
      -- Pieces with an organization's id say nothing to the planner, and counting them costs much.
      ALTER TABLE member_texts ALTER COLUMN grams SET STATISTICS 0;
      -- Bounds what a search reads of the list of pending entries (in kB).
      CREATE INDEX member_texts_grams ON member_texts USING gin (grams) WITH (gin_pending_list_limit = 256);

      CREATE INDEX organizations_email_domains ON organizations USING gin (email_domains);

      CREATE TABLE link_invites (
        id text COLLATE "C" PRIMARY KEY,
        organization_id text COLLATE "C" NOT NULL REFERENCES organizations ON DELETE CASCADE,
        -- What joining by the link gives: a role in the organization (null: guest), or a level on a collection or space.
        role member_role,
        level member_role,
        target_id text COLLATE "C" REFERENCES targets ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL,
        -- null: the operator, or a user who is gone
        created_by text COLLATE "C" REFERENCES users ON DELETE SET NULL,
        CHECK ((level IS NULL) = (target_id IS NULL)),
        CHECK (role IS NULL OR level IS NULL)
      );
      CREATE INDEX link_invites_organization ON link_invites (organization_id, id);
      CREATE INDEX link_invites_target ON link_invites (target_id) WHERE target_id IS NOT NULL;
      CREATE INDEX link_invites_created_by ON link_invites (created_by) WHERE created_by IS NOT NULL;
    `);
    await runner.query(SEEN_COUNTS);
    await fillTexts(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER count_seen_members_insert ON members;
      DROP TRIGGER count_seen_members_delete ON members;
      DROP TRIGGER count_seen_members_update ON members;
      DROP FUNCTION count_seen_members_changed;
      DROP TABLE seen_member_counts, link_invites, member_texts;
      DROP INDEX organizations_email_domains, members_role_seen, members_seen, members_role_joined, members_joined;
    `);
  }
}

const count = (changed: string): string => `
  INSERT INTO seen_member_counts AS counts (organization_id, role, count)
  SELECT organization_id, coalesce(role::text, 'guest'), sum(delta) FROM (${changed}) changed
  WHERE last_seen_at IS NOT NULL GROUP BY 1, 2 HAVING sum(delta) <> 0 ORDER BY 1, 2
  ON CONFLICT (organization_id, role) DO UPDATE SET count = counts.count + excluded.count;`;
const MADE = 'SELECT organization_id, role, last_seen_at, 1 AS delta FROM new_rows';
const GONE = 'SELECT organization_id, role, last_seen_at, -1 AS delta FROM old_rows';

/** How many members were ever seen, by role: the length of the list that is sorted by it. */
const SEEN_COUNTS = `
  CREATE TABLE seen_member_counts (
    organization_id text COLLATE "C" NOT NULL,
    -- a role of the ladder, or 'guest'
    role text COLLATE "C" NOT NULL,
    count integer NOT NULL,
    PRIMARY KEY (organization_id, role)
  );
  CREATE FUNCTION count_seen_members_changed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN ${count(MADE)}
    ELSIF TG_OP = 'DELETE' THEN ${count(GONE)}
    ELSE ${count(`${MADE} UNION ALL ${GONE}`)}
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER count_seen_members_insert AFTER INSERT ON members
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_seen_members_changed();
  CREATE TRIGGER count_seen_members_delete AFTER DELETE ON members
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_seen_members_changed();
  CREATE TRIGGER count_seen_members_update AFTER UPDATE ON members
    REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_seen_members_changed();
  INSERT INTO seen_member_counts (organization_id, role, count)
    SELECT organization_id, coalesce(role::text, 'guest'), count(*) FROM members WHERE last_seen_at IS NOT NULL GROUP BY 1, 2;
`;

interface Unfilled {
  organization_id: string;
  user_id: string;
  display_name: string;
  email: string;
}

const BATCH = 1_000;

/** Members who were there before the table was. */
async function fillTexts(runner: QueryRunner): Promise<void> {
  for (;;) {
    const members: Unfilled[] = await runner.query(
      `SELECT m.organization_id, m.user_id, u.display_name, u.email FROM members m JOIN users u ON u.id = m.user_id
       WHERE NOT EXISTS (SELECT 1 FROM member_texts t WHERE t.organization_id = m.organization_id AND t.user_id = m.user_id) LIMIT ${String(BATCH)}`,
    );
    for (const { organization_id, user_id, display_name, email } of members) {
      const text = `${display_name}\n${email}`;
      await runner.query('INSERT INTO member_texts (organization_id, user_id, folded, grams) VALUES ($1, $2, $3, $4)', [
        organization_id,
        user_id,
        fold(text),
        grams(organization_id, text),
      ]);
    }
    if (members.length < BATCH) return;
  }
}
