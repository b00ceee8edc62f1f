import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lexemes by which a search finds the pages of a whole organization, however many spaces it has. */
export class OrganizationSearch1790000004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The lexemes of a page as the index takes them: those with the space's key, and, of the words anywhere ('/') and
      -- in the title ('^'), the same with the key of its organization.
      CREATE FUNCTION search_terms(lexemes text[], space_id text, organization_id text) RETURNS tsvector
        LANGUAGE sql IMMUTABLE AS $$
          SELECT array_to_tsvector(array(
            SELECT lexeme FROM unnest(lexemes) AS lexeme WHERE left(lexeme, 8) = right(space_id, 8)
            UNION ALL
            SELECT right(organization_id, 8) || substr(lexeme, 9) FROM unnest(lexemes) AS lexeme
            WHERE left(lexeme, 8) = right(space_id, 8) AND substr(lexeme, 9, 1) IN ('/', '^')))
        $$;
      UPDATE search_pages page SET terms = search_terms(tsvector_to_array(page.terms), page.space_id, target.organization_id)
      FROM targets target WHERE target.id = page.space_id;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE search_pages SET terms = array_to_tsvector(array(
        SELECT lexeme FROM unnest(tsvector_to_array(terms)) AS lexeme WHERE left(lexeme, 8) = right(space_id, 8)));
      DROP FUNCTION search_terms;
    `);
  }
}
