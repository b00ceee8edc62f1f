import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../../kernel/database/database.js';
import type { FieldFault } from '../../../kernel/errors/errors.js';
import { badInput } from '../../../kernel/validation/faults.js';
import { shorten } from '../../../kernel/validation/text.js';
import { ContentCopy } from '../../content/store/content-copy.js';
import { MAIN_LINE } from '../../content/store/line-state.js';
import { currentPlaces } from '../../content/store/page-rows.js';
import { SiteConditions } from '../adaptive/site-conditions.js';

/** Those of them that the organization has. */
const KNOWN: Statement = {
  name: 'sites_known_targets',
  text: `
    SELECT kind || '/' || id AS name FROM targets WHERE organization_id = $1 AND id = ANY ($2) AND NOT trashed
    UNION ALL SELECT 'user/' || user_id FROM members WHERE organization_id = $1 AND user_id = ANY ($3)
    UNION ALL SELECT 'openapi/' || slug FROM openapi_specs WHERE organization_id = $1 AND slug = ANY ($4)`,
};

interface Named {
  /** Where the body names it. */
  readonly field: string;
  readonly kind: string;
  readonly id: string;
}

interface NamedPage {
  readonly field: string;
  readonly spaceId: string;
  readonly pageId: string;
}

/** Checks what the links and conditions of a customization name. A reference without a space is relative to the space that is shown, and is not looked up. */
@Injectable()
export class ContentTargets {
  constructor(
    private readonly db: Database,
    private readonly conditions: SiteConditions,
    private readonly copies: ContentCopy,
  ) {}

  /** Within the transaction that has locked the site. @throws BadInputError */
  async check({ organizationId, id }: { organizationId: string; id: string }, customization: object): Promise<void> {
    const objects = [...objectsIn(customization, '')];
    for (const [path, { condition }] of objects) {
      if (typeof condition === 'string' && condition !== '') await this.conditions.check(id, `${path}.condition`, condition);
    }
    const faults = [...(await this.absent(organizationId, objects.flatMap(namesIn))), ...(await this.absentPages(objects.flatMap(pagesIn)))];
    if (faults.length > 0) throw badInput(faults);
  }

  private async absent(organizationId: string, names: readonly Named[]): Promise<FieldFault[]> {
    if (names.length === 0) return [];
    const idsOf = (...kinds: string[]): string[] => [...new Set(names.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id))];
    const rows = await this.db.query<{ name: string }>(KNOWN, [organizationId, idsOf('space', 'collection'), idsOf('user'), idsOf('openapi')]);
    const known = new Set(rows.map(({ name }) => name));
    return names.filter(({ kind, id }) => !known.has(`${kind}/${id}`)).map(({ field, kind, id }) => ({ field, message: `${shorten(id)} is no ${KINDS[kind] ?? kind} of this organization` }));
  }

  private async absentPages(pages: readonly NamedPage[]): Promise<FieldFault[]> {
    if (pages.length > 0) await this.copies.finish([...new Set(pages.map(({ spaceId }) => spaceId))]);
    const places = await currentPlaces(this.db, MAIN_LINE, pages);
    return pages.flatMap(({ field, pageId }, index) => (places[index] === undefined ? [{ field, message: `${shorten(pageId)} is no page of that space` }] : []));
  }
}

const KINDS: Readonly<Record<string, string>> = { openapi: 'OpenAPI spec', user: 'member' };

type Fields = Readonly<Record<string, unknown>>;

function* objectsIn(value: unknown, path: string): Generator<[string, Fields]> {
  if (typeof value !== 'object' || value === null) return;
  const fields: Fields = { ...value };
  if (!Array.isArray(value)) yield [path, fields];
  for (const [name, part] of Object.entries(fields)) yield* objectsIn(part, path === '' ? name : `${path}.${name}`);
}

function namesIn([path, fields]: [string, Fields]): Named[] {
  if (fields['kind'] === undefined) return [];
  const named = [['space', 'space'], ['collection', 'collection'], ['user', 'user'], ['spec', 'openapi']] as const;
  return named.flatMap(([name, kind]) => {
    const id = fields[name];
    return typeof id === 'string' ? [{ field: `${path}.${name}`, kind, id }] : [];
  });
}

function pagesIn([path, { kind, space, page }]: [string, Fields]): NamedPage[] {
  return kind !== undefined && typeof space === 'string' && typeof page === 'string' ? [{ field: `${path}.page`, spaceId: space, pageId: page }] : [];
}
