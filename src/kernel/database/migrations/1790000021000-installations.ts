import type { MigrationInterface, QueryRunner } from 'typeorm';
import { partTriggers } from './site-triggers.js';

/** An installation in spaces or sites. */
function contentInstallations(kind: 'space' | 'site'): string {
  const table = `integration_${kind}_installations`;
  return `
      CREATE TABLE ${table} (
        installation_id text COLLATE "C" NOT NULL REFERENCES integration_installations ON DELETE CASCADE,
        ${kind}_id text COLLATE "C" NOT NULL REFERENCES ${kind}s ON DELETE CASCADE,
        external_ids text[] NOT NULL DEFAULT '{}' CHECK (cardinality(external_ids) <= 5),
        configured text[] NOT NULL DEFAULT '{}',
        key_id text COLLATE "C",
        sealed bytea,
        PRIMARY KEY (installation_id, ${kind}_id),
        CHECK ((sealed IS NULL) = (key_id IS NULL))
      );
      CREATE INDEX ${table}_of_${kind} ON ${table} (${kind}_id);
      CREATE INDEX ${table}_external_ids ON ${table} USING gin (external_ids);`;
}

/**
 * Installations that people make: their configurations sealed, what they may do as it was agreed to, the sites that
 * they are in, and their tokens. Whatever may change the scripts of a site gives the site another version.
 */
export class Installations1790000021000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Nobody could configure anything, or install it in a space, before.
      DROP TABLE integration_space_installations;
      ALTER TABLE integration_installations DROP COLUMN configuration;
      ALTER TABLE integration_installations
        -- Names of the properties that are configured.
        ADD COLUMN configured text[] NOT NULL DEFAULT '{}',
        -- Of the key that opens the configuration; null, like the configuration, where nothing is configured.
        ADD COLUMN key_id text COLLATE "C",
        -- Nonce, encrypted JSON text and tag of AES-256-GCM.
        ADD COLUMN sealed bytea,
        ADD CHECK ((sealed IS NULL) = (key_id IS NULL)),
        -- What the integration asked for when it was installed.
        ADD COLUMN scopes text[] NOT NULL DEFAULT '{}',
        -- Who agreed to that: its tokens act for them.
        ADD COLUMN installed_by text COLLATE "C" REFERENCES users ON DELETE SET NULL;
      UPDATE integration_installations i SET scopes = g.scopes FROM integrations g WHERE g.name = i.integration_name;
      CREATE INDEX integration_installations_by_id ON integration_installations (integration_name, id);
      ${contentInstallations('space')}
      ${contentInstallations('site')}

      -- The installation that the token is of; null: its user's own.
      ALTER TABLE api_tokens ADD COLUMN installation_id text COLLATE "C" REFERENCES integration_installations ON DELETE CASCADE;
      CREATE INDEX api_tokens_of_installation ON api_tokens (installation_id) WHERE installation_id IS NOT NULL;

      CREATE FUNCTION installation_scripts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        changed integration_installations := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
        everywhere boolean := changed.site_selection = 'all' OR (TG_OP = 'UPDATE' AND OLD.site_selection = 'all');
      BEGIN
        IF 'site:script:inject' = ANY (changed.scopes) THEN
          UPDATE sites SET version = version + 1
          WHERE organization_id = changed.organization_id
            AND (everywhere OR id IN (SELECT site_id FROM integration_site_installations WHERE installation_id = changed.id));
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER installation_scripts_changed AFTER INSERT OR DELETE OR UPDATE OF site_selection, configured ON integration_installations
        FOR EACH ROW EXECUTE FUNCTION installation_scripts_changed();

      CREATE FUNCTION integration_scripts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE sites SET version = version + 1
        FROM integration_installations i
        WHERE i.integration_name = NEW.name AND sites.organization_id = i.organization_id AND (
          i.site_selection = 'all' OR sites.id IN (SELECT site_id FROM integration_site_installations WHERE installation_id = i.id));
        RETURN NULL;
      END $$;
      CREATE TRIGGER integration_scripts_changed AFTER UPDATE OF version ON integrations
        FOR EACH ROW WHEN ('site:script:inject' = ANY (OLD.scopes || NEW.scopes)) EXECUTE FUNCTION integration_scripts_changed();
      ${partTriggers('integration_site_installations', 'site_parts_changed')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_tokens DROP COLUMN installation_id;
      DROP TABLE integration_site_installations, integration_space_installations;
      DROP TRIGGER installation_scripts_changed ON integration_installations;
      DROP TRIGGER integration_scripts_changed ON integrations;
      DROP FUNCTION installation_scripts_changed, integration_scripts_changed;
      DROP INDEX integration_installations_by_id;
      ALTER TABLE integration_installations
        DROP COLUMN configured, DROP COLUMN key_id, DROP COLUMN sealed, DROP COLUMN scopes, DROP COLUMN installed_by,
        ADD COLUMN configuration jsonb NOT NULL DEFAULT '{}';
      ALTER TABLE integration_installations ALTER COLUMN configuration DROP DEFAULT;
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
}
