import { Injectable } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';
import { DomainEvents } from '../../kernel/database/domain-events.js';
import { BadInputError, ConflictError, NotFoundError } from '../../kernel/errors/errors.js';
import { RightsCaches } from '../../kernel/permissions/rights-caches.js';
import type { Role } from '../../kernel/permissions/role.js';
import { GrantsService } from './grants.service.js';
import { type Neighbour, Siblings } from './siblings.js';
import { TargetEntity } from './target.entity.js';
import { TargetsTransferred } from './targets-transferred.event.js';

export interface NewTarget {
  id: string;
  kind: TargetEntity['kind'];
  organizationId: string;
  parentId: string | null;
}

export interface Move {
  /** Undefined: the parent stays; null: the root. */
  parentId: string | null | undefined;
  /** Undefined: at the end of the parent. */
  neighbour: Neighbour | undefined;
}

const NO_TARGET = 'There is no such collection or space.';

/** Every row keeps the ids on its way up, so that a tree without bounds would cost the square of its depth. */
export const MOST_LEVELS = 256;

/**
 * The tree of collections and spaces, without knowing what either is. Changes of one organization's tree
 * take turns, so no two of them can make a cycle or take one position.
 */
@Injectable()
export class TreeService {
  constructor(
    private readonly db: Database,
    private readonly siblings: Siblings,
    private readonly grants: GrantsService,
    private readonly rights: RightsCaches,
    private readonly events: DomainEvents,
  ) {}

  /**
   * Puts a new collection or space at the end of its parent; it inherits its level.
   * @throws BadInputError when the parent is no collection of the organization, or lies too deep
   */
  async place({ id, kind, organizationId, parentId }: NewTarget): Promise<TargetEntity> {
    return this.db.transaction(async () => {
      await this.lock(organizationId);
      const parent = await this.requireParent(organizationId, parentId, 1);
      const targets = this.db.repo(TargetEntity);
      const target = targets.create({
        id,
        kind,
        organizationId,
        parentId,
        position: await this.siblings.endOf({ organizationId, parentId }),
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

  /** What `setLevel` would take to leave it as it is. @throws NotFoundError */
  async ownLevel(id: string): Promise<Role | null | 'inherit'> {
    const target = await this.db.repo(TargetEntity).findOneBy({ id });
    if (target === null) throw new NotFoundError(NO_TARGET);
    return target.inherits ? 'inherit' : target.fixedLevel;
  }

  /** Fixes the default level (null: no access), or lets it come from above again. Answers whether that changed anything. @throws NotFoundError */
  async setLevel(id: string, level: Role | null | 'inherit'): Promise<boolean> {
    return this.db.transaction(async () => {
      const target = await this.lockTarget(id);
      const next = level === 'inherit' ? { inherits: true, fixedLevel: null } : { inherits: false, fixedLevel: level };
      if (target.inherits === next.inherits && target.fixedLevel === next.fixedLevel) return false;
      await this.db.repo(TargetEntity).update({ id }, next);
      await this.settle([id]);
      return true;
    });
  }

  /**
   * Moves a collection or space within its organization.
   * @throws NotFoundError, BadInputError for a parent or neighbour that isn't there, a cycle or too deep a parent,
   *   ConflictError when nothing would change
   */
  async move(id: string, { parentId: wantedParent, neighbour }: Move): Promise<void> {
    await this.db.transaction(async () => {
      const target = await this.lockTarget(id);
      const { organizationId } = target;
      const parentId = wantedParent === undefined ? target.parentId : wantedParent;
      const staysInside = parentId === target.parentId;
      if (!staysInside) {
        const parent = await this.requireParent(organizationId, parentId, await this.levelsOf(target));
        if (parent?.ancestors.includes(id) === true) throw BadInputError.ofField('parent', 'is inside what is moved');
      }
      const position = await this.siblings.positionFor(target, { organizationId, parentId }, neighbour);
      if (position === undefined) throw new ConflictError('It is there already: the move would change nothing.');
      await this.db.repo(TargetEntity).update({ id }, { parentId, position });
      if (!staysInside) await this.settle([id]);
    });
  }

  /**
   * Takes a collection with everything inside, or a space, to the end of another organization's root. Grants to people
   * outside of that organization, and to teams, end.
   * @throws NotFoundError, ConflictError when it is there already, and what a handler of the event throws
   */
  async transfer(id: string, organizationId: string): Promise<void> {
    await this.db.transaction(async () => {
      const { organizationId: from } = await this.lockTarget(id, organizationId);
      if (from === organizationId) throw new ConflictError('It belongs to this organization already: the transfer would change nothing.');
      const ids = await this.below(id);
      const position = await this.siblings.endOf({ organizationId, parentId: null });
      // First: whoever is giving a grant on one of them is waited for, and whoever comes later waits.
      await this.db.query(
        `UPDATE targets SET organization_id = $2,
           parent_id = CASE WHEN id = $3 THEN NULL ELSE parent_id END, position = CASE WHEN id = $3 THEN $4 ELSE position END
         WHERE id = ANY ($1)`,
        [ids, organizationId, id, position],
      );
      await this.grants.takeAlong(ids, organizationId);
      await this.settle([id]);
      await this.forgetCounts(from, ids);
      await this.events.emit(new TargetsTransferred(ids));
    });
  }

  /**
   * Removes a collection and lifts its children into its place. They keep what they had through it: its
   * fixed level, if they had none of their own, and its grants.
   * @throws NotFoundError
   */
  async remove(id: string): Promise<void> {
    await this.db.transaction(async () => {
      const target = await this.lockTarget(id);
      const children = await this.db.repo(TargetEntity).find({ select: { id: true }, where: { parentId: id }, order: { position: 'ASC', id: 'ASC' } });
      const childIds = children.map((child) => child.id);
      await this.grants.copy(id, childIds);
      await this.db.query(
        `UPDATE targets SET parent_id = $3, position = lifted.position,
           fixed_level = CASE WHEN inherits AND NOT $4 THEN $5::member_role ELSE fixed_level END,
           inherits = inherits AND $4
         FROM unnest($1::text[], $2::text[]) AS lifted (id, position) WHERE targets.id = lifted.id`,
        [childIds, await this.siblings.inPlaceOf(target, childIds.length), target.parentId, target.inherits, target.fixedLevel],
      );
      await this.db.repo(TargetEntity).delete({ id });
      await this.settle(childIds);
      await this.forgetCounts(target.organizationId, [id]);
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

  /** Locks the target and the trees of its organization and of another one. */
  private async lockTarget(id: string, otherOrganizationId?: string): Promise<TargetEntity> {
    const targets = this.db.repo(TargetEntity);
    for (;;) {
      const seen = await targets.findOneBy({ id });
      if (seen === null) throw new NotFoundError(NO_TARGET);
      // In one order for everybody, so that two transfers don't wait for each other.
      const organizationIds = new Set([seen.organizationId, otherOrganizationId ?? seen.organizationId]);
      for (const organizationId of [...organizationIds].sort()) await this.lock(organizationId);
      const locked = await targets.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
      if (locked === null) throw new NotFoundError(NO_TARGET);
      // A transfer may have been faster: then the lock is on the wrong organization.
      if (locked.organizationId === seen.organizationId) return locked;
    }
  }

  /** The parent for something that is so many levels high; undefined at the root. */
  private async requireParent(organizationId: string, parentId: string | null, levels: number): Promise<TargetEntity | undefined> {
    if (parentId === null) return undefined;
    const parent = await this.db.repo(TargetEntity).findOneBy({ id: parentId, organizationId, kind: 'collection' });
    if (parent === null) throw BadInputError.ofField('parent', 'must name a collection of the organization');
    const depth = parent.ancestors.length + levels;
    if (depth > MOST_LEVELS) throw BadInputError.ofField('parent', `makes ${String(depth)} levels of collections and spaces; at most ${String(MOST_LEVELS)} are allowed`);
    return parent;
  }

  private async levelsOf({ id, ancestors }: TargetEntity): Promise<number> {
    const [row] = await this.db.query<{ deepest: number }>('SELECT max(cardinality(ancestors)) AS deepest FROM targets WHERE ancestors @> ARRAY[$1::text]', [id]);
    return (row?.deepest ?? ancestors.length) - ancestors.length + 1;
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

  /** Parents that are no more in the organization leave counts of zero behind. */
  private async forgetCounts(organizationId: string, parentIds: readonly string[]): Promise<void> {
    await this.db.query('DELETE FROM target_counts WHERE organization_id = $1 AND scope = ANY ($2) AND count = 0', [organizationId, parentIds]);
  }
}
