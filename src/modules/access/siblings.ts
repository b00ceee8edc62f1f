import { Injectable } from '@nestjs/common';
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { Database } from '../../kernel/database/database.js';
import { BadInputError } from '../../kernel/errors/errors.js';
import type { TargetEntity } from './target.entity.js';

/** A sibling to come before or after. */
export interface Neighbour {
  side: 'before' | 'after';
  kind: TargetEntity['kind'];
  id: string;
}

/** Where siblings stand: in a collection, or at the root of an organization. */
export interface Parent {
  organizationId: string;
  parentId: string | null;
}

interface Sibling {
  id: string;
  position: string;
}

/** What is on both sides of a place; undefined at an end. */
interface Gap {
  before: Sibling | undefined;
  after: Sibling | undefined;
}

/** A position longer than this has been split too often at one spot: the siblings get new ones. */
const LONGEST_POSITION = 64;

/**
 * The order of siblings, by fractional indexing (positions are texts, and there is one between any two), so
 * that a move writes one row. Callers hold the lock on the organization's tree.
 */
@Injectable()
export class Siblings {
  constructor(private readonly db: Database) {}

  /** The position behind the last one. */
  async endOf(parent: Parent): Promise<string> {
    return generateKeyBetween((await this.last(parent))?.position ?? null, null);
  }

  /**
   * The position beside the neighbour, or at the end; undefined when the target stands there already.
   * @throws BadInputError when the neighbour isn't there
   */
  async positionFor(target: TargetEntity, parent: Parent, neighbour: Neighbour | undefined): Promise<string | undefined> {
    const gap = neighbour === undefined ? { before: await this.last(parent), after: undefined } : await this.gapBeside(target, parent, neighbour);
    if (gap.before?.id === target.id || gap.after?.id === target.id) return undefined;
    const position = generateKeyBetween(gap.before?.position ?? null, gap.after?.position ?? null);
    return position.length <= LONGEST_POSITION ? position : this.spread(target, parent, gap.after);
  }

  /** Positions for as many siblings in the place of one. */
  async inPlaceOf(target: TargetEntity, count: number): Promise<string[]> {
    const [before, after] = await Promise.all([this.next('before', target, target), this.next('after', target, target)]);
    return generateNKeysBetween(before?.position ?? null, after?.position ?? null, count);
  }

  private async gapBeside(target: TargetEntity, parent: Parent, { side, kind, id }: Neighbour): Promise<Gap> {
    const rows = await this.db.query<Sibling>(
      `SELECT id, position FROM targets WHERE id = $1 AND kind = $2 AND organization_id = $3 AND parent_id IS NOT DISTINCT FROM $4 AND NOT trashed`,
      [id, kind, parent.organizationId, parent.parentId],
    );
    const [neighbour] = rows;
    if (neighbour === undefined || id === target.id) throw BadInputError.ofField(`position.${side}`, `must name another ${kind} with the same parent`);
    const beyond = await this.next(side, parent, neighbour);
    return side === 'before' ? { before: beyond, after: neighbour } : { before: neighbour, after: beyond };
  }

  private async last({ organizationId, parentId }: Parent): Promise<Sibling | undefined> {
    const [last] = await this.db.query<Sibling>(
      `SELECT id, position FROM targets WHERE organization_id = $1 AND ${isParent(parentId)} ${inOrder('DESC')} LIMIT 1`,
      [organizationId, parentId],
    );
    return last;
  }

  private async next(side: Neighbour['side'], { organizationId, parentId }: Parent, from: Sibling): Promise<Sibling | undefined> {
    const [beyond, direction] = side === 'before' ? (['<', 'DESC'] as const) : (['>', 'ASC'] as const);
    const [next] = await this.db.query<Sibling>(
      `SELECT id, position FROM targets WHERE organization_id = $1 AND ${isParent(parentId)} AND (position, id) ${beyond} ($3, $4)
       ${inOrder(direction)} LIMIT 1`,
      [organizationId, parentId, from.position, from.id],
    );
    return next;
  }

  /** Gives all siblings new, short positions, and answers that for the target before `after`. */
  private async spread(target: TargetEntity, { organizationId, parentId }: Parent, after: Sibling | undefined): Promise<string | undefined> {
    const siblings = await this.db.query<Sibling>(
      `SELECT id, position FROM targets WHERE organization_id = $1 AND ${isParent(parentId)} AND id <> $3 ${inOrder('ASC')}`,
      [organizationId, parentId, target.id],
    );
    const positions = generateNKeysBetween(null, null, siblings.length + 1);
    const place = after === undefined ? siblings.length : siblings.findIndex(({ id }) => id === after.id);
    const [own] = positions.splice(place, 1);
    await this.db.query('UPDATE targets SET position = moved.position FROM unnest($1::text[], $2::text[]) AS moved (id, position) WHERE targets.id = moved.id', [
      siblings.map(({ id }) => id),
      positions,
    ]);
    return own;
  }
}

/** All have one parent, but where that is null, the planner must be told to see that the index has this order. */
function inOrder(direction: 'ASC' | 'DESC'): string {
  return `ORDER BY parent_id ${direction}, position ${direction}, id ${direction}`;
}

/** `IS NULL` and `=` each use the index; one expression for both would not. $2 is the parent. */
function isParent(parentId: string | null): string {
  return parentId === null ? '(parent_id IS NULL AND $2::text IS NULL)' : 'parent_id = $2';
}
