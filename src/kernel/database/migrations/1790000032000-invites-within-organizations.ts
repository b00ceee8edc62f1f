import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invitations by link are to what is of their own organization. They stayed where they were when it went to another one. */
export class InvitesWithinOrganizations1790000032000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM link_invites invite USING targets target WHERE target.id = invite.target_id AND target.organization_id <> invite.organization_id;
      -- Deferred: a transfer moves the target first, which waits for whoever is inviting to it.
      ALTER TABLE link_invites DROP CONSTRAINT link_invites_target_id_fkey,
        ADD CONSTRAINT link_invites_same_organization FOREIGN KEY (organization_id, target_id) REFERENCES targets (organization_id, id)
          ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
    `);
  }

  /** The invitations that were deleted are nowhere. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE link_invites DROP CONSTRAINT link_invites_same_organization,
        ADD CONSTRAINT link_invites_target_id_fkey FOREIGN KEY (target_id) REFERENCES targets ON DELETE CASCADE;
    `);
  }
}
