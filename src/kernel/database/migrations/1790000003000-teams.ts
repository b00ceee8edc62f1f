import type { MigrationInterface, QueryRunner } from 'typeorm';
import { fold, grams } from '../../text/contains.js';

/** Teams filled in at a time. */
const BATCH = 1_000;

/** What lists of teams and of their members are ordered and searched by. */
export class Teams1790000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The title as it is searched for; made by the service, as databases differ in how they fold.
      ALTER TABLE teams
        ADD COLUMN title_folded text COLLATE "C" NOT NULL DEFAULT '',
        ADD COLUMN title_grams text[] NOT NULL DEFAULT '{}';
      ALTER TABLE teams ALTER COLUMN title_grams SET STATISTICS 0;
      CREATE INDEX teams_in_order ON teams (organization_id, created_at, id);

      -- When somebody became a member of the team.
      ALTER TABLE team_members ADD COLUMN added_at timestamptz(3) NOT NULL DEFAULT now();
      CREATE INDEX team_members_in_order ON team_members (team_id, added_at, user_id);
    `);
    await fillTitles(runner);
    // A team without them could not be found.
    await runner.query('ALTER TABLE teams ALTER COLUMN title_folded DROP DEFAULT, ALTER COLUMN title_grams DROP DEFAULT');
    await runner.query('CREATE INDEX teams_title ON teams USING gin (title_grams) WITH (gin_pending_list_limit = 256)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX teams_in_order, teams_title, team_members_in_order;
      ALTER TABLE teams DROP COLUMN title_folded, DROP COLUMN title_grams;
      ALTER TABLE team_members DROP COLUMN added_at;
    `);
  }
}

async function fillTitles(runner: QueryRunner): Promise<void> {
  for (let after = ''; ; ) {
    const teams = (await runner.query('SELECT id, organization_id, title FROM teams WHERE id > $1 ORDER BY id LIMIT $2', [after, BATCH])) as TitleRow[];
    const last = teams.at(-1);
    if (last === undefined) return;
    for (const team of teams) {
      await runner.query('UPDATE teams SET title_folded = $2, title_grams = $3 WHERE id = $1', [team.id, fold(team.title), grams(team.organization_id, team.title)]);
    }
    after = last.id;
  }
}

interface TitleRow {
  id: string;
  organization_id: string;
  title: string;
}
