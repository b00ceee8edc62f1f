import { type Role, ROLES } from '../../src/kernel/permissions/role.js';

export type Kind = 'collection' | 'space';
export type Level = Role | null | 'inherit';

export interface ModelTarget {
  id: string;
  kind: Kind;
  organizationId: string;
  parentId: string | null;
  level: Level;
  trashed: boolean;
}

export interface ModelMember {
  organizationId: string;
  userId: string;
  role: Role | null;
  disabled: boolean;
  teamIds: readonly string[];
}

interface ModelGrant {
  targetId: string;
  /** Of a user or a team. */
  granteeId: string;
  role: Role;
}

export type MoveFault = 'nothing' | 'bad';

/** The tree of collections and spaces as its rules tell it, in memory, without anything derived. */
export class TreeModel {
  readonly targets = new Map<string, ModelTarget>();
  readonly grants: ModelGrant[] = [];
  /** Ids in order, by organization and parent. */
  private readonly order = new Map<string, string[]>();

  constructor(readonly members: readonly ModelMember[]) {}

  get(id: string): ModelTarget {
    const target = this.targets.get(id);
    if (target === undefined) throw new Error(`The model has no ${id}.`);
    return target;
  }

  children(organizationId: string, parentId: string | null): string[] {
    const key = `${organizationId}/${parentId ?? ''}`;
    const known = this.order.get(key) ?? [];
    this.order.set(key, known);
    return known;
  }

  siblings({ organizationId, parentId }: ModelTarget): string[] {
    return this.children(organizationId, parentId);
  }

  /** From the target up to the root. */
  way(id: string): ModelTarget[] {
    const target = this.get(id);
    return target.parentId === null ? [target] : [target, ...this.way(target.parentId)];
  }

  place(target: Omit<ModelTarget, 'level' | 'trashed'>): void {
    this.targets.set(target.id, { ...target, level: 'inherit', trashed: false });
    this.children(target.organizationId, target.parentId).push(target.id);
  }

  give(targetId: string, granteeId: string, role: Role): void {
    const known = this.grants.find((grant) => grant.targetId === targetId && grant.granteeId === granteeId);
    if (known === undefined) this.grants.push({ targetId, granteeId, role });
    else known.role = role;
  }

  move(id: string, parentId: string | null, beside?: { side: 'before' | 'after'; id: string }): MoveFault | undefined {
    const target = this.get(id);
    if (parentId !== null) {
      const parent = this.targets.get(parentId);
      if (parent?.kind !== 'collection' || parent.organizationId !== target.organizationId) return 'bad';
      if (this.way(parentId).some((above) => above.id === id)) return 'bad';
    }
    const before = [...this.siblings(target)];
    const siblings = this.children(target.organizationId, parentId);
    if (beside !== undefined && (beside.id === id || !siblings.includes(beside.id) || this.get(beside.id).trashed)) return 'bad';
    const others = siblings.filter((sibling) => sibling !== id);
    const place = beside === undefined ? others.length : others.indexOf(beside.id) + (beside.side === 'before' ? 0 : 1);
    others.splice(place, 0, id);
    if (parentId === target.parentId && others.join() === before.join()) return 'nothing';
    before.splice(0, before.length);
    remove(this.siblings(target), id);
    siblings.splice(0, siblings.length, ...others);
    target.parentId = parentId;
    return undefined;
  }

  remove(id: string): void {
    const target = this.get(id);
    const children = [...this.children(target.organizationId, id)];
    const siblings = this.siblings(target);
    siblings.splice(siblings.indexOf(id), 1, ...children);
    for (const childId of children) {
      const child = this.get(childId);
      child.parentId = target.parentId;
      if (child.level === 'inherit') child.level = target.level;
      for (const { granteeId, role } of this.grants.filter((grant) => grant.targetId === id)) {
        const own = this.grants.find((grant) => grant.targetId === childId && grant.granteeId === granteeId);
        this.give(childId, granteeId, higher(own?.role ?? null, role) ?? role);
      }
    }
    this.dropGrants((grant) => grant.targetId === id);
    this.order.delete(`${target.organizationId}/${id}`);
    this.targets.delete(id);
  }

  transfer(id: string, organizationId: string): MoveFault | undefined {
    const target = this.get(id);
    if (target.organizationId === organizationId) return 'nothing';
    const moved = [...this.targets.keys()].filter((each) => this.way(each).some((above) => above.id === id));
    remove(this.siblings(target), id);
    this.children(organizationId, null).push(id);
    target.parentId = null;
    for (const each of moved) {
      // Taken out of the lists of the old organization, to which they may come back.
      const children = this.children(this.get(each).organizationId, each).splice(0);
      this.get(each).organizationId = organizationId;
      this.children(organizationId, each).push(...children);
    }
    const members = this.members.filter((member) => member.organizationId === organizationId).map(({ userId }) => userId);
    this.dropGrants((grant) => moved.includes(grant.targetId) && !members.includes(grant.granteeId));
    return undefined;
  }

  /** The nearest level that is fixed; undefined when none is. */
  fixed(id: string): { level: Role | null } | undefined {
    for (const { level } of this.way(id)) if (level !== 'inherit') return { level };
    return undefined;
  }

  /** The effective role of a user. */
  role(userId: string, id: string): Role | null {
    const { organizationId } = this.get(id);
    const member = this.members.find((each) => each.organizationId === organizationId && each.userId === userId);
    if (member === undefined || member.disabled) return null;
    if (member.role === 'admin') return 'admin';
    const above = this.way(id).map((each) => each.id);
    const granted = this.grants
      .filter((grant) => above.includes(grant.targetId) && (grant.granteeId === userId || member.teamIds.includes(grant.granteeId)))
      .reduce<Role | null>((best, { role }) => higher(best, role), null);
    const fixed = this.fixed(id);
    const fallback = member.role === null ? null : fixed === undefined ? member.role : fixed.level;
    return higher(granted, fallback);
  }

  private dropGrants(ends: (grant: ModelGrant) => boolean): void {
    this.grants.splice(0, this.grants.length, ...this.grants.filter((grant) => !ends(grant)));
  }
}

function higher(one: Role | null, other: Role | null): Role | null {
  const rank = (role: Role | null): number => (role === null ? -1 : ROLES.indexOf(role));
  return rank(one) >= rank(other) ? one : other;
}

function remove(ids: string[], id: string): void {
  ids.splice(ids.indexOf(id), 1);
}
