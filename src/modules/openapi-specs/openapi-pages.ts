import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../kernel/database/database.js';
import type { SpecPage } from './spec-content.js';

/** A spec with its newest version. */
export interface SpecState {
  readonly slug: string;
  readonly versionId: string;
  readonly createdAt: Date;
}

/** A page without its body, which is read on its own. */
export type SpecPageHead = Omit<SpecPage, 'markdown'>;

const STATES: Statement = {
  name: 'openapi_specs_states',
  text: `
    SELECT spec.slug, version.id AS "versionId", version.created_at AS "createdAt"
    FROM openapi_specs spec JOIN openapi_versions version ON version.id = spec.last_version_id
    WHERE spec.organization_id = $1 AND spec.slug = ANY ($2) ORDER BY spec.slug`,
};

const HEADS: Statement = {
  name: 'openapi_pages_heads',
  text: 'SELECT key, parent_key AS parent, kind, title, description FROM openapi_pages WHERE version_id = $1 ORDER BY position',
};

const BODY: Statement = {
  name: 'openapi_pages_body',
  text: 'SELECT markdown FROM openapi_pages WHERE version_id = $1 AND key = $2 ORDER BY position LIMIT 1',
};

const BODIES: Statement = {
  name: 'openapi_pages_bodies',
  text: 'SELECT key, markdown FROM openapi_pages WHERE version_id = $1 AND key = ANY ($2) ORDER BY position DESC',
};

/** The pages that people read of specs, without regard to any caller. */
@Injectable()
export class OpenApiPages {
  constructor(private readonly db: Database) {}

  /** Those of the organization's specs that have a version, by slug. */
  async states(organizationId: string, slugs: readonly string[]): Promise<SpecState[]> {
    return this.db.query<SpecState>(STATES, [organizationId, slugs]);
  }

  /** In the order of reading, each behind the one that it is below. */
  async heads(versionId: string): Promise<SpecPageHead[]> {
    return this.db.query<SpecPageHead>(HEADS, [versionId]);
  }

  async findBody(versionId: string, key: string): Promise<string | undefined> {
    const [row] = await this.db.query<{ markdown: string }>(BODY, [versionId, key]);
    return row?.markdown;
  }

  /** By key, as `findBody` finds each. */
  async bodies(versionId: string, keys: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.db.query<{ key: string; markdown: string }>(BODIES, [versionId, keys]);
    return new Map(rows.map(({ key, markdown }) => [key, markdown]));
  }
}
