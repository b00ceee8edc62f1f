import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock/clock.js';
import { Database, type Statement } from '../../kernel/database/database.js';
import { newId } from '../../kernel/ids/id.js';
import { OpenApiSpecEntity } from './openapi-spec.entity.js';
import { OpenApiVersionEntity } from './openapi-version.entity.js';
import { type SpecContent, SpecFault } from './spec-content.js';

/** A source that was set, and the version that it becomes. */
export interface SetSource {
  readonly specId: string;
  /** Which of the spec's sources it is, counted from 1. */
  readonly number: number;
  readonly versionId: string;
  /** In milliseconds. */
  readonly setAt: number;
}

export interface NamedSpec {
  readonly organizationId: string;
  readonly slug: string;
  /** Null for text. */
  readonly sourceUrl: string | null;
}

/** $1: id, $2: organization, $3: slug, $4: address, $5: now. Whoever comes second waits for the row, so sources are in one order. */
const SET: Statement = {
  name: 'openapi_specs_set',
  text: `
    INSERT INTO openapi_specs AS spec (id, organization_id, slug, source_url, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)
    ON CONFLICT (organization_id, slug) DO UPDATE SET
      sources = spec.sources + 1, processing_state = 'pending', source_url = excluded.source_url,
      updated_at = CASE WHEN spec.source_url IS NOT DISTINCT FROM excluded.source_url THEN spec.updated_at ELSE excluded.updated_at END
    RETURNING id`,
};

const ADD: Statement = {
  name: 'openapi_specs_add',
  text: `
    INSERT INTO openapi_specs (id, organization_id, slug, source_url, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)
    ON CONFLICT (organization_id, slug) DO NOTHING RETURNING id`,
};

const BEGIN: Statement = {
  name: 'openapi_specs_begin',
  text: `
    UPDATE openapi_specs SET processing_state = CASE WHEN sources = $2 AND processing_state = 'pending' THEN 'progress' ELSE processing_state END
    WHERE id = $1 RETURNING id`,
};

/** $1: spec, $2: number. The version of the nearest source before. */
const BEFORE: Statement = {
  name: 'openapi_versions_before',
  text: 'SELECT number, hash FROM openapi_versions WHERE spec_id = $1 AND number <= $2 ORDER BY number DESC LIMIT 1',
};

const NEWEST: Statement = {
  name: 'openapi_versions_newest',
  text: 'SELECT id FROM openapi_versions WHERE spec_id = $1 ORDER BY number DESC LIMIT 1',
};

const ADD_DOCUMENT: Statement = {
  name: 'openapi_documents_add',
  text: 'INSERT INTO openapi_documents (version_id, position, place, url, document, source) VALUES ($1, $2, $3, $4, $5::text, $6::bytea)',
};

const ADD_PAGES: Statement = {
  name: 'openapi_pages_add',
  text: `
    INSERT INTO openapi_pages (version_id, position, key, parent_key, kind, title, description, markdown)
    SELECT $1, position, page->>'key', page->>'parent', page->>'kind', page->>'title', page->>'description', page->>'markdown'
    FROM json_array_elements($2::text::json) WITH ORDINALITY AS pages (page, position)`,
};

/** Specs and their versions without regard to any caller. */
@Injectable()
export class SpecStore {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** A new spec, or a new source for the one with this slug; in the caller's transaction, as a job follows. */
  async set(spec: NamedSpec): Promise<{ spec: OpenApiSpecEntity; set: SetSource }> {
    const set = await this.write(SET, spec);
    if (set === undefined) throw new Error('A source that is set always has a spec.');
    return set;
  }

  /** A new spec; undefined when the slug is taken. */
  async add(spec: NamedSpec): Promise<{ spec: OpenApiSpecEntity; set: SetSource } | undefined> {
    return this.write(ADD, spec);
  }

  /** False when the spec is gone. */
  async begin({ specId, number }: SetSource): Promise<boolean> {
    const rows = await this.db.query(BEGIN, [specId, number]);
    return rows.length > 0;
  }

  /** Writes what came of a source: its content, or why it has none. */
  async finish(set: SetSource, outcome: SpecContent | SpecFault): Promise<void> {
    await this.db.transaction(async () => {
      const spec = await this.db.repo(OpenApiSpecEntity).findOne({ where: { id: set.specId }, lock: { mode: 'pessimistic_write' } });
      if (spec === null) return;
      const added = !(outcome instanceof SpecFault) && (await this.addVersion(set, outcome));
      const [newest] = await this.db.query<{ id: string }>(NEWEST, [spec.id]);
      const now = this.clock.now();
      // A source that was set later tells the state.
      const told = spec.sources === set.number ? { processingState: 'complete' as const, lastProcessedAt: now, ...errorColumns(outcome) } : {};
      await this.db.repo(OpenApiSpecEntity).update({ id: spec.id }, { ...told, lastVersionId: newest?.id ?? null, ...(added ? { updatedAt: now } : {}) });
    });
  }

  /** Content that is still the same makes no version. */
  private async addVersion({ specId, number, versionId, setAt }: SetSource, { documents, pages, hash }: SpecContent): Promise<boolean> {
    const [before] = await this.db.query<{ number: number; hash: string }>(BEFORE, [specId, number]);
    if (before?.number === number || before?.hash === hash) return false;
    await this.db.repo(OpenApiVersionEntity).insert({ id: versionId, specId, number, createdAt: new Date(setAt), hash });
    for (const [position, { place, url, document, source }] of documents.entries()) {
      await this.db.query(ADD_DOCUMENT, [versionId, position, place, url, buffer(document), source === null ? null : buffer(source)]);
    }
    await this.db.query(ADD_PAGES, [versionId, buffer(pages)]);
    return true;
  }

  private async write(statement: Statement, { organizationId, slug, sourceUrl }: NamedSpec): Promise<{ spec: OpenApiSpecEntity; set: SetSource } | undefined> {
    const [row] = await this.db.query<{ id: string }>(statement, [newId(), organizationId, slug, sourceUrl, this.clock.now()]);
    if (row === undefined) return undefined;
    const spec = await this.db.repo(OpenApiSpecEntity).findOneByOrFail({ id: row.id });
    // Made while the row is locked, so that versions are as old as their order says.
    return { spec, set: { specId: spec.id, number: spec.sources, versionId: newId(), setAt: this.clock.now().getTime() } };
  }
}

function errorColumns(outcome: SpecContent | SpecFault): Pick<OpenApiSpecEntity, 'lastErrorCode' | 'lastErrorMessage'> {
  const isFault = outcome instanceof SpecFault;
  return { lastErrorCode: isFault ? outcome.code : null, lastErrorMessage: isFault ? storable(outcome.message) : null };
}

const LONGEST_MESSAGE = 2_000;

/** A message may name whatever a document calls its parts. */
function storable(message: string): string {
  return message.replaceAll('\0', '\ufffd').slice(0, LONGEST_MESSAGE);
}

/** What the driver sends as bytes. */
function buffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
