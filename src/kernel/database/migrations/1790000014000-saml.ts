import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Identity providers of organizations, sign-ins through them that are under way, and what tokens are limited to. */
export class Saml1790000014000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE saml_providers (
        id text COLLATE "C" PRIMARY KEY,
        organization_id text COLLATE "C" NOT NULL REFERENCES organizations ON DELETE CASCADE,
        label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 30),
        entity_id text CHECK (char_length(entity_id) <= 1024),
        sso_url text CHECK (char_length(sso_url) <= 2048),
        -- PEM; somewhat longer than what may be sent, as line ends and the frame are added.
        certificate text CHECK (char_length(certificate) <= 11000),
        -- Whom a first sign-in makes a member: null is a guest.
        default_role member_role,
        default_team_id text COLLATE "C",
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT saml_providers_default_team FOREIGN KEY (organization_id, default_team_id)
          REFERENCES teams (organization_id, id) ON DELETE SET NULL (default_team_id)
      );
      CREATE INDEX saml_providers_in_order ON saml_providers (organization_id, created_at, id);
      CREATE INDEX saml_providers_of_team ON saml_providers (organization_id, default_team_id) WHERE default_team_id IS NOT NULL;

      -- Sign-ins that were begun. Whoever deletes the row finishes the sign-in: no answer counts twice, on any node.
      CREATE TABLE saml_requests (
        id text COLLATE "C" PRIMARY KEY,
        provider_id text COLLATE "C" NOT NULL REFERENCES saml_providers ON DELETE CASCADE,
        -- SHA-256 of the secret that the browser keeps.
        browser_hash bytea NOT NULL,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE INDEX saml_requests_provider ON saml_requests (provider_id);
      CREATE INDEX saml_requests_expiry ON saml_requests (expires_at);

      -- Sign-ins that are finished, until their code is exchanged for a token.
      CREATE TABLE saml_codes (
        -- SHA-256 of the code.
        hash bytea PRIMARY KEY,
        provider_id text COLLATE "C" NOT NULL REFERENCES saml_providers ON DELETE CASCADE,
        user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
        expires_at timestamptz(3) NOT NULL
      );
      CREATE INDEX saml_codes_provider ON saml_codes (provider_id);
      CREATE INDEX saml_codes_user ON saml_codes (user_id);
      CREATE INDEX saml_codes_expiry ON saml_codes (expires_at);

      ALTER TABLE api_tokens
        -- The only organization that the token works in; null: all of its user's.
        ADD COLUMN organization_id text COLLATE "C" REFERENCES organizations ON DELETE CASCADE,
        -- What vouched for its user; the token ends with that.
        ADD COLUMN voucher text COLLATE "C";
      CREATE INDEX api_tokens_voucher ON api_tokens (voucher) WHERE voucher IS NOT NULL;
      CREATE INDEX api_tokens_organization ON api_tokens (organization_id) WHERE organization_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_tokens DROP COLUMN organization_id, DROP COLUMN voucher;
      DROP TABLE saml_codes, saml_requests, saml_providers;
    `);
  }
}
