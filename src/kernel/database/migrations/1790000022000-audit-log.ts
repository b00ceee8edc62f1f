import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who wrote what, when and from where. Nothing refers to what it names: that may be gone, and the entry stays. */
export class AuditLog1790000022000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_log (
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        outcome text NOT NULL CHECK (outcome IN ('done', 'refused')),
        caller text NOT NULL,
        user_id text COLLATE "C",
        token_id text COLLATE "C",
        installation_id text COLLATE "C",
        operation text COLLATE "C" NOT NULL,
        organization_id text COLLATE "C",
        targets jsonb NOT NULL,
        made text COLLATE "C",
        address text,
        request_id text,
        user_agent text,
        PRIMARY KEY (at, id)
      );
      CREATE INDEX audit_log_organization ON audit_log (organization_id, at, id) WHERE organization_id IS NOT NULL;
      CREATE INDEX audit_log_user ON audit_log (user_id, at, id) WHERE user_id IS NOT NULL;
      CREATE INDEX audit_log_operation ON audit_log (operation, at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_log');
  }
}
