import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Bodies belong to no space, and what search knows of a page is shared by every space that has the page as it is:
 * a duplicate writes neither. Nothing of size is rewritten on the way here.
 */
export class SharedContent1790000023000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE page_versions DROP CONSTRAINT page_versions_space_id_document_id_fkey;
      -- The same body has had the same name in every space: it is a hash.
      DELETE FROM documents document USING (SELECT id, min(space_id) AS space_id FROM documents GROUP BY id HAVING count(*) > 1) kept
      WHERE document.id = kept.id AND document.space_id <> kept.space_id;
      ALTER TABLE documents DROP COLUMN space_id, ADD PRIMARY KEY (id);
      ALTER TABLE page_versions ADD CONSTRAINT page_versions_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents;
      CREATE INDEX page_versions_document ON page_versions (document_id) WHERE document_id IS NOT NULL;

      -- What search knows of a page is a text: it has the key of the space that wrote it, its home, which may be gone.
      ALTER TABLE search_pages DROP CONSTRAINT search_pages_space_id_fkey, DROP CONSTRAINT search_pages_pkey;
      ALTER TABLE search_pages RENAME COLUMN space_id TO home_id;
      ALTER TABLE search_pages ADD COLUMN version integer NOT NULL DEFAULT 0, ADD PRIMARY KEY (home_id, page_id, version, part);
      ALTER TABLE search_sections DROP CONSTRAINT search_sections_space_id_fkey, DROP CONSTRAINT search_sections_pkey;
      ALTER TABLE search_sections RENAME COLUMN space_id TO home_id;
      ALTER TABLE search_sections ADD COLUMN version integer NOT NULL DEFAULT 0, ADD PRIMARY KEY (home_id, page_id, version, ordinal);
      DROP INDEX search_pages_split;

      -- The pages of spaces that are found, each by one text.
      CREATE TABLE search_places (
        space_id text COLLATE "C" NOT NULL REFERENCES spaces ON DELETE CASCADE,
        page_id text COLLATE "C" NOT NULL,
        home_id text COLLATE "C" NOT NULL,
        version integer NOT NULL,
        split boolean NOT NULL,
        PRIMARY KEY (space_id, page_id)
      );
      INSERT INTO search_places (space_id, page_id, home_id, version, split)
      SELECT home_id, page_id, home_id, 0, bool_or(split) FROM search_pages GROUP BY home_id, page_id
      -- A text of a space that is gone would be none that anybody finds.
      HAVING EXISTS (SELECT FROM spaces WHERE spaces.id = home_id);
      CREATE INDEX search_places_of_text ON search_places (home_id, page_id, version, space_id);
      CREATE INDEX search_places_split ON search_places (space_id) WHERE split;

      -- Homes of texts that a space has places of, besides itself.
      CREATE TABLE search_homes (
        space_id text COLLATE "C" NOT NULL REFERENCES spaces ON DELETE CASCADE,
        home_id text COLLATE "C" NOT NULL,
        PRIMARY KEY (space_id, home_id)
      );

      -- Deletes those of these texts that no space has a place of any more.
      CREATE FUNCTION search_release(homes text[], pages text[], versions integer[]) RETURNS void
        LANGUAGE plpgsql SET enable_seqscan = off AS $$
        BEGIN
          -- Two spaces may give up the last two places of a text at the same time: one has to wait to see that it is the last.
          PERFORM FROM unnest(homes, pages, versions) AS gone (home_id, page_id, version) JOIN search_pages text USING (home_id, page_id, version)
            WHERE EXISTS (SELECT FROM search_places place WHERE place.home_id = text.home_id AND place.page_id = text.page_id AND place.version = text.version)
            ORDER BY text.home_id, text.page_id, text.version, text.part FOR UPDATE OF text;
          DELETE FROM search_sections text USING unnest(homes, pages, versions) AS gone (home_id, page_id, version)
            WHERE text.home_id = gone.home_id AND text.page_id = gone.page_id AND text.version = gone.version
              AND NOT EXISTS (SELECT FROM search_places place WHERE place.home_id = gone.home_id AND place.page_id = gone.page_id AND place.version = gone.version);
          DELETE FROM search_pages text USING unnest(homes, pages, versions) AS gone (home_id, page_id, version)
            WHERE text.home_id = gone.home_id AND text.page_id = gone.page_id AND text.version = gone.version
              AND NOT EXISTS (SELECT FROM search_places place WHERE place.home_id = gone.home_id AND place.page_id = gone.page_id AND place.version = gone.version);
        END $$;

      -- Takes pages of a space out of what is found: all of them where none are named.
      CREATE FUNCTION search_remove(space text, pages text[]) RETURNS void
        LANGUAGE plpgsql SET enable_seqscan = off AS $$
        DECLARE
          gone record;
        BEGIN
          WITH removed AS (
            DELETE FROM search_places place WHERE place.space_id = space AND (pages IS NULL OR place.page_id = ANY (pages)) RETURNING place.*
          )
          SELECT array_agg(home_id) AS homes, array_agg(page_id) AS pages, array_agg(version) AS versions INTO gone FROM removed;
          IF gone.homes IS NOT NULL THEN
            PERFORM search_release(gone.homes, gone.pages, gone.versions);
          END IF;
        END $$;

      CREATE FUNCTION search_forget_space() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM search_remove(OLD.id, NULL);
          RETURN OLD;
        END $$;
      CREATE TRIGGER spaces_search BEFORE DELETE ON spaces FOR EACH ROW EXECUTE FUNCTION search_forget_space();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER spaces_search ON spaces;
      DROP FUNCTION search_forget_space, search_remove, search_release;

      -- Each space gets texts of its own again.
      CREATE TEMPORARY TABLE own_pages ON COMMIT DROP AS
        SELECT place.space_id, text.page_id, text.part, text.split, text.runs, search_terms(array(
          SELECT right(place.space_id, 8) || substr(lexeme, 9) FROM unnest(tsvector_to_array(text.terms)) lexeme WHERE left(lexeme, 8) = right(text.home_id, 8)
        ), place.space_id, target.organization_id) AS terms
        FROM search_places place JOIN search_pages text USING (home_id, page_id, version) JOIN targets target ON target.id = place.space_id;
      CREATE TEMPORARY TABLE own_sections ON COMMIT DROP AS
        SELECT place.space_id, text.page_id, text.ordinal, text.section, text.anchor, text.title, text.body, text.terms
        FROM search_places place JOIN search_sections text USING (home_id, page_id, version);
      DELETE FROM search_pages;
      DELETE FROM search_sections;
      DROP TABLE search_places, search_homes;
      ALTER TABLE search_pages DROP COLUMN version;
      ALTER TABLE search_pages RENAME COLUMN home_id TO space_id;
      ALTER TABLE search_pages ADD PRIMARY KEY (space_id, page_id, part), ADD FOREIGN KEY (space_id) REFERENCES spaces ON DELETE CASCADE;
      CREATE INDEX search_pages_split ON search_pages (space_id, page_id) WHERE split;
      ALTER TABLE search_sections DROP COLUMN version;
      ALTER TABLE search_sections RENAME COLUMN home_id TO space_id;
      ALTER TABLE search_sections ADD PRIMARY KEY (space_id, page_id, ordinal), ADD FOREIGN KEY (space_id) REFERENCES spaces ON DELETE CASCADE;
      INSERT INTO search_pages (space_id, page_id, part, split, runs, terms) SELECT space_id, page_id, part, split, runs, terms FROM own_pages;
      INSERT INTO search_sections (space_id, page_id, ordinal, section, anchor, title, body, terms)
        SELECT space_id, page_id, ordinal, section, anchor, title, body, terms FROM own_sections;

      ALTER TABLE page_versions DROP CONSTRAINT page_versions_document_id_fkey;
      DROP INDEX page_versions_document;
      ALTER TABLE documents DROP CONSTRAINT documents_pkey, ADD COLUMN space_id text COLLATE "C" REFERENCES spaces ON DELETE CASCADE;
      INSERT INTO documents (space_id, id, markdown, anchors)
        SELECT used.space_id, document.id, document.markdown, document.anchors
        FROM (SELECT DISTINCT space_id, document_id FROM page_versions) used JOIN documents document ON document.id = used.document_id;
      DELETE FROM documents WHERE space_id IS NULL;
      ALTER TABLE documents ADD PRIMARY KEY (space_id, id);
      ALTER TABLE page_versions ADD CONSTRAINT page_versions_space_id_document_id_fkey FOREIGN KEY (space_id, document_id) REFERENCES documents (space_id, id);
    `);
  }
}
