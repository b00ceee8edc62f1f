import type { MigrationInterface, QueryRunner } from 'typeorm';
import { COUNTERS } from './foundation-counters.js';

/** People, organizations, the tree of collections and spaces, and grants on it. */
export class Foundation1790000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE secrets (
        name text PRIMARY KEY,
        value text NOT NULL
      );

      -- In ladder order, so that max() and comparison follow the ladder.
      CREATE TYPE member_role AS ENUM ('read', 'comment', 'edit', 'review', 'create', 'admin');

      CREATE TABLE users (
        id text COLLATE "C" PRIMARY KEY,
        email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 320),
        -- The address as it is compared: lower case, made by the service, as databases differ in how they fold.
        email_key text COLLATE "C" NOT NULL CONSTRAINT users_email_unique UNIQUE,
        display_name text NOT NULL,
        photo_url text,
        created_at timestamptz(3) NOT NULL
      );

      CREATE TABLE api_tokens (
        id text COLLATE "C" PRIMARY KEY,
        user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
        label text NOT NULL,
        hash bytea NOT NULL CONSTRAINT api_tokens_hash_unique UNIQUE,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3),
        revoked_at timestamptz(3)
      );
      CREATE INDEX api_tokens_user ON api_tokens (user_id, id);

      CREATE TABLE organizations (
        id text COLLATE "C" PRIMARY KEY,
        title text NOT NULL CHECK (char_length(title) BETWEEN 2 AND 255),
        created_at timestamptz(3) NOT NULL,
        email_domains text[] NOT NULL DEFAULT '{}',
        hostname text COLLATE "C" CHECK (char_length(hostname) BETWEEN 3 AND 32) CONSTRAINT organizations_hostname_unique UNIQUE,
        type text NOT NULL DEFAULT 'business',
        use_case text,
        community_type text,
        default_role member_role DEFAULT 'read',
        default_content_site text COLLATE "C",
        sso boolean NOT NULL DEFAULT false,
        ai boolean NOT NULL DEFAULT false,
        invite_links boolean NOT NULL DEFAULT false,
        plan text NOT NULL DEFAULT 'enterprise_2024',
        logo text CHECK (char_length(logo) <= 2048)
      );

      CREATE TABLE members (
        organization_id text COLLATE "C" NOT NULL REFERENCES organizations ON DELETE CASCADE,
        user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
        -- null: a guest, who has only what is granted directly
        role member_role,
        disabled boolean NOT NULL DEFAULT false,
        sso boolean NOT NULL DEFAULT false,
        joined_at timestamptz(3) NOT NULL,
        last_seen_at timestamptz(3),
        PRIMARY KEY (organization_id, user_id)
      );
      CREATE INDEX members_user ON members (user_id, organization_id);

      CREATE TABLE teams (
        id text COLLATE "C" PRIMARY KEY,
        organization_id text COLLATE "C" NOT NULL REFERENCES organizations ON DELETE CASCADE,
        title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 64),
        created_at timestamptz(3) NOT NULL,
        -- How many members it has; kept by triggers.
        members integer NOT NULL DEFAULT 0 CHECK (members >= 0),
        UNIQUE (organization_id, id)
      );

      CREATE TABLE team_members (
        organization_id text COLLATE "C" NOT NULL,
        team_id text COLLATE "C" NOT NULL,
        user_id text COLLATE "C" NOT NULL,
        role text NOT NULL DEFAULT 'member' CHECK (role IN ('owner', 'member')),
        PRIMARY KEY (team_id, user_id),
        FOREIGN KEY (organization_id, team_id) REFERENCES teams (organization_id, id) ON DELETE CASCADE,
        -- Who leaves the organization leaves its teams.
        FOREIGN KEY (organization_id, user_id) REFERENCES members (organization_id, user_id) ON DELETE CASCADE
      );
      CREATE INDEX team_members_user ON team_members (organization_id, user_id, team_id);

      -- The tree of what grants can be given on: a row for each collection and space.
      CREATE TABLE targets (
        id text COLLATE "C" PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('collection', 'space')),
        organization_id text COLLATE "C" NOT NULL REFERENCES organizations ON DELETE CASCADE,
        parent_id text COLLATE "C",
        position text COLLATE "C" NOT NULL,
        -- true: the level comes from above; false: it is fixed here, to fixed_level or, when that is null, to no access
        inherits boolean NOT NULL DEFAULT true,
        fixed_level member_role,
        -- In the trash: neither listed nor counted.
        trashed boolean NOT NULL DEFAULT false,
        -- What follows from the rows above, kept by the service whenever the tree changes:
        -- the ids from the root down to this row,
        ancestors text[] COLLATE "C" NOT NULL,
        -- and whether a level is fixed here or above, with the nearest one.
        default_fixed boolean NOT NULL DEFAULT false,
        default_level member_role,
        CHECK (NOT inherits OR fixed_level IS NULL),
        CHECK (parent_id <> id),
        CHECK (ancestors[cardinality(ancestors)] = id),
        CONSTRAINT targets_organization_id_unique UNIQUE (organization_id, id) DEFERRABLE INITIALLY IMMEDIATE
      );
      ALTER TABLE targets ADD CONSTRAINT targets_parent
        FOREIGN KEY (parent_id) REFERENCES targets (id);
      CREATE INDEX targets_children ON targets (organization_id, parent_id, position, id);
      CREATE INDEX targets_parent_id ON targets (parent_id);
      -- Read much more than written: no list of pending entries that every look-up would go through.
      CREATE INDEX targets_below ON targets USING gin (ancestors) WITH (fastupdate = off);
      -- Lists in order: everything of a kind in an organization, and the children of one parent; open ones apart,
      -- as most lists are of what is open by default.
      CREATE INDEX targets_open_everywhere ON targets (organization_id, kind, position, id)
        WHERE NOT trashed AND (NOT default_fixed OR default_level IS NOT NULL);
      CREATE INDEX targets_open_children ON targets (organization_id, kind, parent_id, position, id)
        WHERE NOT trashed AND (NOT default_fixed OR default_level IS NOT NULL);
      CREATE INDEX targets_everywhere ON targets (organization_id, kind, position, id) WHERE NOT trashed;
      CREATE INDEX targets_all_children ON targets (organization_id, kind, parent_id, position, id) WHERE NOT trashed;
      -- And by when they were made, which ids tell.
      CREATE INDEX targets_open_by_age ON targets (organization_id, kind, id)
        WHERE NOT trashed AND (NOT default_fixed OR default_level IS NOT NULL);
      CREATE INDEX targets_by_age ON targets (organization_id, kind, id) WHERE NOT trashed;

      CREATE TABLE grants (
        id text COLLATE "C" PRIMARY KEY,
        organization_id text COLLATE "C" NOT NULL,
        target_id text COLLATE "C" NOT NULL REFERENCES targets ON DELETE CASCADE,
        user_id text COLLATE "C",
        team_id text COLLATE "C",
        role member_role NOT NULL,
        created_at timestamptz(3) NOT NULL,
        CHECK ((user_id IS NULL) <> (team_id IS NULL)),
        CONSTRAINT grants_user_unique UNIQUE (target_id, user_id),
        CONSTRAINT grants_team_unique UNIQUE (target_id, team_id),
        -- Who leaves the organization loses what was granted there, and so does a deleted team.
        FOREIGN KEY (organization_id, user_id) REFERENCES members (organization_id, user_id) ON DELETE CASCADE,
        FOREIGN KEY (organization_id, team_id) REFERENCES teams (organization_id, id) ON DELETE CASCADE
      );
      CREATE INDEX grants_user ON grants (organization_id, user_id, target_id) WHERE user_id IS NOT NULL;
      CREATE INDEX grants_team ON grants (organization_id, team_id, target_id) WHERE team_id IS NOT NULL;

      CREATE TABLE collections (
        id text COLLATE "C" PRIMARY KEY REFERENCES targets ON DELETE CASCADE,
        title text NOT NULL CHECK (char_length(title) <= 50),
        description text CHECK (char_length(description) <= 100),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      );

      CREATE TABLE spaces (
        id text COLLATE "C" PRIMARY KEY REFERENCES targets ON DELETE CASCADE,
        title text NOT NULL CHECK (char_length(title) <= 50),
        emoji text CHECK (char_length(emoji) <= 50),
        edit_mode text NOT NULL DEFAULT 'live' CHECK (edit_mode IN ('live', 'locked')),
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        deleted_at timestamptz(3),
        -- Head of the main content: moved by compare-and-set, which puts the writes of a space in one row.
        revision_id text COLLATE "C",
        revision_number integer NOT NULL DEFAULT 0,
        comments integer NOT NULL DEFAULT 0 CHECK (comments >= 0),
        change_requests integer NOT NULL DEFAULT 0 CHECK (change_requests >= 0),
        change_requests_open integer NOT NULL DEFAULT 0 CHECK (change_requests_open >= 0),
        change_requests_draft integer NOT NULL DEFAULT 0 CHECK (change_requests_draft >= 0)
      );
    `);
    await runner.query(COUNTERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE target_counts, member_counts, team_counts, spaces, collections, grants, targets, team_members, teams, members, organizations, api_tokens, users, secrets;
      DROP FUNCTION count_members_changed, count_teams_changed, count_team_members_changed, count_targets_changed;
      DROP TYPE member_role;
    `);
  }
}
