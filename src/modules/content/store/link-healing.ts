import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../../kernel/database/database.js';
import type { Place } from '../links/address.js';
import type { Target } from '../links/link-resolver.js';
import { ItemVersions } from './item-versions.js';
import { type LineState, MAIN_LINE } from './line-state.js';
import { lineStatement, queryLine } from './line-statement.js';
import { PAGE_COLUMNS, pageRow } from './page-rows.js';
import type { Page } from '../model/page.js';
import { insertRows, type Row } from './rows.js';

export interface LinkRow {
  line: string;
  page_id: string;
  since: number;
  ordinal: number;
  kind: string;
  address: string;
  text: string;
  place: 'inside' | 'outside';
  target_page_id: string | null;
  target_file_id: string | null;
  target_anchor: string | null;
  wanted: string[] | null;
}

/** SQL: links that wait for one of these keys. They tell the space and line: to look for these, too, would only lead the planner away from the index. */
const waiting = (keys: string, ends: string): string => `SELECT * FROM page_links WHERE ${ends} AND wanted IS NOT NULL AND wanted && ${keys}::text[]`;

/** More keys are not looked up in the index: each is compared there with each link of the last writes, which the index has not sorted in yet. */
const MANY_KEYS = 200;

/** SQL: the same by a look at all links of the line that wait; it takes a time in proportion to these, however many keys there are. */
const waitingOf = (keys: string, ends: string, space: string, line: string): string =>
  `SELECT * FROM page_links l WHERE l.space_id = ${space} AND l.line = ${line} AND ${ends} AND l.wanted IS NOT NULL AND EXISTS (SELECT FROM unnest(l.wanted) AS key WHERE key = ANY (${keys}::text[]))`;

/** $1 keys of places */
const WAITING: Statement = { name: 'content_waiting_links', text: waiting('$1', 'until IS NULL') };

/** $1 keys of places, $2 space, $3 line; without a name, as only a plan for the very keys compares by their hashes */
const WAITING_FOR_MANY = waitingOf('$1', 'until IS NULL', '$2', '$3');

/** SQL: whether the line has a version of its own of what `covered` hides. */
const isOwn = (table: string, id: string): string => `EXISTS (SELECT FROM ${table} own WHERE own.space_id = $3 AND own.line = $4 AND own.${id} = covered.item_id AND own.until IS NULL)`;

/** SQL: links of the main content to what the line has deleted. OFFSET 0 keeps the planner from turning the look-ups into a scan of the space's links. */
const leading = (target: string, ends: string): string =>
  `SELECT l.* FROM deleted CROSS JOIN LATERAL (SELECT * FROM page_links WHERE space_id = $3 AND line = 'main' AND ${ends} AND ${target} = deleted.item_id OFFSET 0) l`;

/**
 * $1 and $2 keys of places on the line and on the main content, $3 space, $4 line, $5 base
 * @param own SQL of what waits on the line
 * @param below SQL of what waits on the main content
 */
const waitingOver = (own: string, below: (ends: string) => string): string => `
    WITH deleted AS (
      SELECT covered.item_id FROM covered_items covered
      WHERE covered.space_id = $3 AND covered.line = $4 AND covered.until IS NULL AND NOT ${isOwn('page_versions', 'page_id')} AND NOT ${isOwn('file_versions', 'file_id')}
    )
    ${own} UNION ALL
    SELECT l.* FROM (
      ${['until IS NULL', 'until > $5'].flatMap((ends) => [below(ends), leading('target_page_id', ends), leading('target_file_id', ends)]).join(' UNION ALL ')}
    ) l
    WHERE l.since <= $5 AND NOT EXISTS (SELECT FROM covered_items c WHERE c.space_id = $3 AND c.line = $4 AND c.item_id = l.page_id AND c.until IS NULL)`;

const WAITING_OVER: Statement = { name: 'content_waiting_links_over', text: waitingOver(waiting('$1', 'until IS NULL'), (ends) => waiting('$2', ends)) };

const WAITING_OVER_FOR_MANY = waitingOver(waitingOf('$1', 'until IS NULL', '$3', '$4'), (ends) => waitingOf('$2', ends, '$3', "'main'"));

/** $2 pages */
const BELOW = lineStatement(
  'content_pages_below',
  1,
  (rows) => `SELECT ${PAGE_COLUMNS} FROM ${rows.pages('p', 'p.page_id = ANY ($2)')}`,
);

const LINKS_BELOW = lineStatement('content_links_below', 1, (rows) => `SELECT l.* FROM ${rows.links('l', 'l.page_id = ANY ($2)')}`);

/** Gives links that lead nowhere their target, once it appears. */
@Injectable()
export class LinkHealing {
  constructor(
    private readonly db: Database,
    private readonly versions: ItemVersions,
  ) {}

  /**
   * Gives those that never had a target theirs. Answers those that had one that may be gone, and may wait for these
   * places: marked ones, and those that show through from the main content and lead to what the line has deleted.
   * @param state with the places in it
   * @param number of the revision under way
   */
  async heal(state: LineState, number: number, places: ReadonlyMap<Place, Target>): Promise<LinkRow[]> {
    const { spaceId, line, over } = state;
    if (places.size === 0 && over === undefined) return [];
    const onLine = (of: string): [string, Target][] => [...places].map(([place, target]) => [wantedKey(spaceId, of, place), target]);
    const [own, below] = [new Map(onLine(line)), new Map(over === undefined ? [] : onLine(MAIN_LINE))];
    const targets = new Map([...own, ...below]);
    const rows = await this.waitingFor(state, [...own.keys()], [...below.keys()]);
    const lost = rows.filter((row) => !hadTarget(row));
    await this.healOwn(spaceId, line, lost.filter((row) => row.line === line), targets);
    await this.healBelow(state, number, lost.filter((row) => row.line !== line), targets);
    return rows.filter(hadTarget);
  }

  private waitingFor({ spaceId, line, over }: LineState, own: readonly string[], below: readonly string[]): Promise<LinkRow[]> {
    const isMany = own.length > MANY_KEYS;
    if (over !== undefined) return this.db.query(isMany ? WAITING_OVER_FOR_MANY : WAITING_OVER, [own, below, spaceId, line, over.base]);
    return isMany ? this.db.query(WAITING_FOR_MANY, [own, spaceId, line]) : this.db.query(WAITING, [own]);
  }

  private async healOwn(spaceId: string, line: string, rows: readonly LinkRow[], targets: ReadonlyMap<string, Target>): Promise<void> {
    if (rows.length === 0) return;
    await this.db.query(
      `UPDATE page_links link SET target_page_id = healed.target_page_id, target_file_id = healed.target_file_id, wanted = NULL
       FROM json_populate_recordset(NULL::page_links, $3::json) healed
       WHERE link.space_id = $1 AND link.line = $2 AND link.page_id = healed.page_id AND link.since = healed.since AND link.ordinal = healed.ordinal`,
      [spaceId, line, JSON.stringify(rows.map((row) => withTarget(row, targets)))],
    );
  }

  /** A page that shows through from the main content gets a version on the line, as it is but for its links. */
  private async healBelow(state: LineState, number: number, rows: readonly LinkRow[], targets: ReadonlyMap<string, Target>): Promise<void> {
    const pageIds = [...new Set(rows.map((row) => row.page_id))];
    if (pageIds.length === 0) return;
    const { spaceId, line } = state;
    const [pages, links] = [await queryLine<Page>(this.db, BELOW, state, [pageIds]), await queryLine<LinkRow>(this.db, LINKS_BELOW, state, [pageIds])];
    await this.versions.cover({ state, number }, pageIds);
    await insertRows(this.db, 'page_versions', pages.map((page) => pageRow(spaceId, line, number, page)));
    const own = links.map((row): Row => {
      const wanted = row.wanted?.map((key) => wantedKey(spaceId, line, placeOf(spaceId, key))) ?? null;
      return { ...withTarget({ ...row, wanted }, targets), line, since: number, until: null };
    });
    await insertRows(this.db, 'page_links', own);
  }
}

/** Bytes of a place in a key; an index takes no key of more than 2,700. */
const LONGEST_PLACE = 2_000;

/** The index of what broken links want is one for all spaces: keys carry the space and line. */
export function wantedKey(spaceId: string, line: string, place: Place): string {
  return `${spaceId}/${line}/${shortened(place)}`;
}

/** A place that is longer than what an index takes is known by its hash. */
function shortened(place: Place): Place {
  return Buffer.byteLength(place) <= LONGEST_PLACE ? place : `page:#${createHash('sha256').update(place).digest('hex')}`;
}

function placeOf(spaceId: string, key: string): Place {
  return key.slice(wantedKey(spaceId, MAIN_LINE, 'page:').length - 'page:'.length) as Place; // made by wantedKey
}

function hadTarget(row: LinkRow): boolean {
  return row.target_page_id !== null || row.target_file_id !== null;
}

/** The link with the best target that is there now. */
function withTarget<Link extends LinkRow>(row: Link, targets: ReadonlyMap<string, Target>): Link {
  if (hadTarget(row)) return row;
  const target = row.wanted?.map((key) => targets.get(key)).find((found) => found !== undefined);
  if (target === undefined) return row;
  return { ...row, target_page_id: 'pageId' in target ? target.pageId : null, target_file_id: 'fileId' in target ? target.fileId : null, wanted: null };
}
