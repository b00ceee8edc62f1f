import { Injectable } from '@nestjs/common';
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import { Database } from '../../kernel/database/database.js';
import { BadInputError, ConflictError, NotFoundError } from '../../kernel/errors/errors.js';
import { newId } from '../../kernel/ids/id.js';
import { RightsCaches } from '../../kernel/permissions/rights-caches.js';
import type { Role } from '../../kernel/permissions/role.js';
import { TargetEntity } from './target.entity.js';

export interface NewTarget {
  id: string;
  kind: TargetEntity['kind'];
  organizationId: string;
  parentId: string | null;
}

/** A sibling to come before or after. */
export interface Neighbour {
  side: 'before' | 'after';
  kind: TargetEntity['kind'];
  id: string;
}

export interface Move {
  /** Undefined: the parent stays; null: the root. */
  parentId: string | null | undefined;
  /** Undefined: at the end of the parent. */
  neighbour: Neighbour | undefined;
}

/** A position longer than this has been split too often at one spot: the siblings get new ones. */
const LONGEST_POSITION = 64;

/**
 * The tree of collections and spaces, without knowing what either is. Changes of one organization's tree
 * take turns, so no two of them can make a cycle or take one position.
 */
@Injectable()
export class TreeService {
  constructor(
    private readonly db: Database,
    private readonly rights: RightsCaches,
  ) {}

  /** Without regard to any caller. @throws NotFoundError */
  async get(id: string, kind: TargetEntity['kind']): Promise<TargetEntity> {
    const target = await this.db.repo(TargetEntity).findOneBy({ id, kind });
    if (target === null) throw new NotFoundError(`There is no such ${kind}.`);
    return target;
  }

  /** Puts a new collection or space at the end of its parent; it inherits its level. @throws BadInputError when the parent is no collection of the organization */
  async place({ id, kind, organizationId, parentId }: NewTarget): Promise<TargetEntity> {
    return this.db.transaction(async () => {
      await this.lock(organizationId);
      const parent = await this.requireParent(organizationId, parentId);
      const targets = this.db.repo(TargetEntity);
      const target = targets.create({
        id,
        kind,
        organizationId,
        parentId,
        position: await this.lastPosition(organizationId, parentId),
        inherits: true,
        fixedLevel: null,
        trashed: false,
        ancestors: [...(parent?.ancestors ?? []), id],
        defaultFixed: parent?.defaultFixed ?? false,
        defaultLevel: parent?.defaultLevel ?? null,
      });
      await targets.insert(target);
      this.rights.changed();
      return target;
    });
  }

  /** Fixes the default level (null: no access), or lets it come from above again. Answers whether that changed anything. */
  async setLevel(id: string, level: Role | null | 'inherit'): Promise<boolean> {
    return this.db.transaction(async () => {
      const target = await this.lockedTarget(id);
      const next = level === 'inherit' ? { inherits: true, fixedLevel: null } : { inherits: false, fixedLevel: level };
      if (target.inherits === next.inherits && target.fixedLevel === next.fixedLevel) return false;
      await this.db.repo(TargetEntity).update({ id }, next);
      await this.settle([id]);
      return true;
    });
  }

  /**
   * Moves a collection or space within its organization.
   * @throws BadInputError for a parent or neighbour that isn't there, or a cycle; ConflictError when nothing would change
   */
  async move(id: string, { parentId: wantedParent, neighbour }: Move): Promise<void> {
    await this.db.transaction(async () => {
      const target = await this.lockedTarget(id);
      const parentId = wantedParent === undefined ? target.parentId : wantedParent;
      const parent = await this.requireParent(target.organizationId, parentId);
      if (parent?.ancestors.includes(id) === true) throw BadInputError.ofField('parent', 'is inside what is moved');
      const position = await this.positionAt(target, parentId, neighbour);
      if (position === undefined) throw new ConflictError('It is there already: the move would change nothing.');
      await this.db.repo(TargetEntity).update({ id }, { parentId, position });
      if (parentId !== target.parentId) await this.settle([id]);
    });
  }

  /**
   * Takes a collection with everything inside to the end of another organization's root. Grants to people
   * outside of that organization, and to teams, end. Answers the ids of all that moved.
   * @throws ConflictError when it is there already
   */
  async transfer(id: string, organizationId: string): Promise<string[]> {
    return this.db.transaction(async () => {
      const { organizationId: from } = await this.get(id, 'collection');
      if (from === organizationId) throw new ConflictError('It belongs to this organization already: the transfer would change nothing.');
      // In one order for everybody, so that two transfers can't wait for each other.
      for (const organization of [from, organizationId].sort()) await this.lock(organization);
      const moved = await this.below(id);
      await this.db.query(
        `DELETE FROM grants g WHERE target_id = ANY ($1) AND (team_id IS NOT NULL OR NOT EXISTS (
           SELECT 1 FROM members m WHERE m.organization_id = $2 AND m.user_id = g.user_id))`,
        [moved, organizationId],
      );
      const position = await this.lastPosition(organizationId, null);
      await this.db.query('UPDATE grants SET organization_id = $2 WHERE target_id = ANY ($1)', [moved, organizationId]);
      await this.db.query('UPDATE targets SET organization_id = $2 WHERE id = ANY ($1)', [moved, organizationId]);
      await this.db.repo(TargetEntity).update({ id }, { parentId: null, position });
      await this.settle([id]);
      return moved;
    });
  }

  /**
   * Removes a collection and lifts its children into its place. They keep what they had through it: its
   * fixed level, if they had none of their own, and its grants.
   */
  async remove(id: string): Promise<void> {
    await this.db.transaction(async () => {
      const target = await this.lockedTarget(id);
      const children = await this.db.repo(TargetEntity).find({ where: { parentId: id }, order: { position: 'ASC', id: 'ASC' } });
      const childIds = children.map((child) => child.id);
      await this.inheritGrants(id, childIds);
      const [before, after] = await this.gapAround(target);
      const positions = generateNKeysBetween(before, after, children.length);
      await this.db.query(
        `UPDATE targets SET parent_id = $3, position = lifted.position,
           fixed_level = CASE WHEN inherits AND NOT $4 THEN $5::member_role ELSE fixed_level END,
           inherits = inherits AND $4
         FROM unnest($1::text[], $2::text[]) AS lifted (id, position) WHERE targets.id = lifted.id`,
        [childIds, positions, target.parentId, target.inherits, target.fixedLevel],
      );
      await this.db.repo(TargetEntity).delete({ id });
      await this.settle(childIds);
    });
  }

  /** Ids of the target and everything below it. */
  async below(id: string): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>('SELECT id FROM targets WHERE ancestors @> ARRAY[$1::text]', [id]);
    return rows.map((row) => row.id);
  }

  /** One change of an organization's tree at a time. */
  private async lock(organizationId: string): Promise<void> {
    const rows = await this.db.query('SELECT 1 FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organizationId]);
    if (rows.length === 0) throw BadInputError.ofField('organization', 'there is no such organization');
  }

  private async lockedTarget(id: string): Promise<TargetEntity> {
    const targets = this.db.repo(TargetEntity);
    for (;;) {
      const seen = await targets.findOneByOrFail({ id });
      await this.lock(seen.organizationId);
      const locked = await targets.findOneByOrFail({ id });
      // A transfer may have been faster: then the lock is on the wrong organization.
      if (locked.organizationId === seen.organizationId) return locked;
    }
  }

  private async requireParent(organizationId: string, parentId: string | null): Promise<TargetEntity | undefined> {
    if (parentId === null) return undefined;
    const parent = await this.db.repo(TargetEntity).findOneBy({ id: parentId, organizationId, kind: 'collection' });
    if (parent === null) throw BadInputError.ofField('parent', 'must name a collection of the organization');
    return parent;
  }

  /** The position for the move; undefined when the target stands there already. */
  private async positionAt(target: TargetEntity, parentId: string | null, neighbour: Neighbour | undefined): Promise<string | undefined> {
    const siblings = await this.siblings(target.organizationId, parentId);
    const others = siblings.filter((sibling) => sibling.id !== target.id);
    const index = neighbour === undefined ? others.length : indexBeside(others, neighbour);
    if (parentId === target.parentId && siblings.findIndex((sibling) => sibling.id === target.id) === index) return undefined;
    const position = generateKeyBetween(others[index - 1]?.position ?? null, others[index]?.position ?? null);
    if (position.length <= LONGEST_POSITION) return position;
    const fresh = generateNKeysBetween(null, null, others.length + 1);
    const [own] = fresh.splice(index, 1);
    await this.db.query('UPDATE targets SET position = moved.position FROM unnest($1::text[], $2::text[]) AS moved (id, position) WHERE targets.id = moved.id', [
      others.map((sibling) => sibling.id),
      fresh,
    ]);
    return own;
  }

  private async siblings(organizationId: string, parentId: string | null): Promise<Sibling[]> {
    return this.db.query<Sibling>(
      'SELECT id, kind, position FROM targets WHERE organization_id = $1 AND parent_id IS NOT DISTINCT FROM $2 ORDER BY position, id',
      [organizationId, parentId],
    );
  }

  private async lastPosition(organizationId: string, parentId: string | null): Promise<string> {
    // `IS NULL` and `=` each use the index; one expression for both would not.
    const [last] = await this.db.query<{ position: string }>(
      `SELECT position FROM targets WHERE organization_id = $1 AND parent_id ${parentId === null ? 'IS NULL' : '= $2'} ORDER BY position DESC, id DESC LIMIT 1`,
      parentId === null ? [organizationId] : [organizationId, parentId],
    );
    return generateKeyBetween(last?.position ?? null, null);
  }

  /** The positions before and after a target among its siblings. */
  private async gapAround({ id, organizationId, parentId }: TargetEntity): Promise<[string | null, string | null]> {
    const siblings = await this.siblings(organizationId, parentId);
    const index = siblings.findIndex((sibling) => sibling.id === id);
    return [siblings[index - 1]?.position ?? null, siblings[index + 1]?.position ?? null];
  }

  /** Copies the grants on a target to others; of two grants to one grantee the higher stays. */
  private async inheritGrants(fromId: string, toIds: readonly string[]): Promise<void> {
    const ids = toIds.map(() => newId());
    for (const [column, constraint] of [
      ['user_id', 'grants_user_unique'],
      ['team_id', 'grants_team_unique'],
    ] as const) {
      await this.db.query(
        `INSERT INTO grants (id, organization_id, target_id, user_id, team_id, role, created_at)
         SELECT child.grant_id || g.id, g.organization_id, child.id, g.user_id, g.team_id, g.role, g.created_at
         FROM grants g CROSS JOIN unnest($2::text[], $3::text[]) AS child (id, grant_id)
         WHERE g.target_id = $1 AND g.${column} IS NOT NULL
         ON CONFLICT ON CONSTRAINT ${constraint} DO UPDATE SET role = greatest(grants.role, excluded.role)`,
        [fromId, toIds, ids],
      );
    }
  }

  /** Works out anew what follows from the tree, for these targets and everything below them. */
  private async settle(ids: readonly string[]): Promise<void> {
    await this.db.query(
      `WITH RECURSIVE tree AS (
         SELECT t.id, coalesce(parent.ancestors, '{}') || t.id AS ancestors,
           NOT t.inherits OR coalesce(parent.default_fixed, false) AS default_fixed,
           CASE WHEN t.inherits THEN parent.default_level ELSE t.fixed_level END AS default_level
         FROM targets t LEFT JOIN targets parent ON parent.id = t.parent_id WHERE t.id = ANY ($1)
         UNION ALL
         SELECT t.id, tree.ancestors || t.id, NOT t.inherits OR tree.default_fixed,
           CASE WHEN t.inherits THEN tree.default_level ELSE t.fixed_level END
         FROM tree JOIN targets t ON t.parent_id = tree.id
       )
       UPDATE targets SET ancestors = tree.ancestors, default_fixed = tree.default_fixed, default_level = tree.default_level
       FROM tree WHERE targets.id = tree.id
         AND (targets.ancestors, targets.default_fixed, targets.default_level) IS DISTINCT FROM (tree.ancestors, tree.default_fixed, tree.default_level)`,
      [ids],
    );
    this.rights.changed();
  }
}

interface Sibling {
  id: string;
  kind: TargetEntity['kind'];
  position: string;
}

/** Where among the others the place beside the neighbour is. */
function indexBeside(others: readonly Sibling[], { side, kind, id }: Neighbour): number {
  const index = others.findIndex((sibling) => sibling.id === id && sibling.kind === kind);
  if (index === -1) throw BadInputError.ofField(`position.${side}`, `must name a ${kind} with the same parent`);
  return side === 'before' ? index : index + 1;
}
