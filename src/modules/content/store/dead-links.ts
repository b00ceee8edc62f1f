import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../../kernel/database/database.js';
import { type Place, readAddress } from '../links/address.js';
import { LinkResolver } from '../links/link-resolver.js';
import type { LineState } from './line-state.js';
import { type LinkRow, wantedKey } from './link-healing.js';
import { pagesById, pathsOf } from './page-rows.js';

type Link = Pick<LinkRow, 'page_id' | 'since' | 'ordinal' | 'address' | 'target_page_id' | 'target_file_id'>;

interface LostLink {
  link: Link;
  wanted: readonly Place[];
}

const COLUMNS = 'l.page_id, l.since, l.ordinal, l.address, l.target_page_id, l.target_file_id';

/** $1 space, $2 line, $3 pages and files */
const LEADING: Statement = {
  name: 'content_links_to_deleted',
  text: ['target_page_id', 'target_file_id']
    .map((target) => `SELECT ${COLUMNS} FROM page_links l WHERE l.space_id = $1 AND l.line = $2 AND l.until IS NULL AND l.${target} = ANY ($3)`)
    .join(' UNION ALL '),
};

/** Links whose targets were deleted. They keep them, as what is deleted may come back, and wait for others at the same place. */
@Injectable()
export class DeadLinks {
  constructor(
    private readonly db: Database,
    private readonly resolver: LinkResolver,
  ) {}

  /**
   * Has the line's own links to what was deleted wait for others. Answers the pages with links to something gone
   * that lead somewhere now: to a place where something appeared, or where something is that was not meant before.
   * @param state as it is now
   * @param places where something appeared
   * @param doubtful links whose targets may be gone, beside the line's own to what was deleted
   */
  async pagesToHeal(state: LineState, origins: readonly string[], deleted: readonly string[], places: ReadonlySet<Place>, doubtful: readonly LinkRow[]): Promise<string[]> {
    const own = await this.wait(state, origins, deleted);
    const lost = [...own, ...(await this.withPlaces(state, origins, doubtful))];
    const now = new Set(deleted);
    const taken = await this.resolver.findPlaces(state, lost.flatMap(({ link, wanted }) => (targetsOf(link).some((id) => now.has(id)) ? wanted : [])));
    const links = lost.flatMap(({ link, wanted }) => (wanted.some((place) => places.has(place) || taken.has(place)) ? [link] : []));
    const there = await this.resolver.existing(state, links.flatMap(targetsOf));
    return [...new Set(links.flatMap((link) => (targetsOf(link).some((id) => there.has(id)) ? [] : [link.page_id])))];
  }

  private async wait(state: LineState, origins: readonly string[], deleted: readonly string[]): Promise<LostLink[]> {
    if (deleted.length === 0) return [];
    const { spaceId, line } = state;
    const lost = await this.withPlaces(state, origins, await this.db.query<Link>(LEADING, [spaceId, line, deleted]));
    const rows = lost.map(({ link: { page_id, since, ordinal }, wanted }) => ({ page_id, since, ordinal, wanted: wanted.map((place) => wantedKey(spaceId, line, place)) }));
    if (rows.length > 0) {
      await this.db.query(
        `UPDATE page_links link SET wanted = waiting.wanted FROM json_populate_recordset(NULL::page_links, $3::json) waiting
         WHERE link.space_id = $1 AND link.line = $2 AND link.page_id = waiting.page_id AND link.since = waiting.since AND link.ordinal = waiting.ordinal`,
        [spaceId, line, JSON.stringify(rows)],
      );
    }
    return lost;
  }

  /** Those of the links that other places would satisfy. */
  private async withPlaces(state: LineState, origins: readonly string[], links: readonly Link[]): Promise<LostLink[]> {
    if (links.length === 0) return [];
    const pages = await pagesById(this.db, state, [...new Set(links.map((link) => link.page_id))]);
    const paths = await pathsOf(this.db, state, [...pages.values()]);
    return links.flatMap((link) => {
      const page = pages.get(link.page_id);
      if (page === undefined) return [];
      const address = readAddress(link.address, { pageId: page.pageId, gitPath: page.gitPath, path: paths.get(page.pageId) ?? page.slug }, origins);
      return address.place === 'inside' && address.wanted.length > 0 ? [{ link, wanted: address.wanted }] : [];
    });
  }
}

function targetsOf({ target_page_id: pageId, target_file_id: fileId }: Link): string[] {
  return [pageId, fileId].filter((id) => id !== null);
}
