import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Outline, sectionsOf, siteSpacesIn, topOf } from './outline.js';
import { dissolveGroup, moveGroup, moveIntoGroup, moveOutOfGroup, moveSection, moveSiteSpace, placeOfGroup, type Replacement } from './outline-moves.js';
import type { Neighbour } from './sibling-order.js';

/** A plain model: what stands at the top, a group with the sections in it. */
type Top = (string | { group: string; sections: string[] })[];

const SECTIONS = ['s0', 's1', 's2', 's3', 's4', 's5'];
const GROUPS = ['g0', 'g1'];
const SITE_SPACES = ['a', 'b', 'c', 'd'];

function start(): Outline {
  const place = (id: string, index: number): { id: string; position: string; path: string; isDefault: boolean } => ({ id, position: `a${String(index)}`, path: id, isDefault: index === 0 });
  return {
    sections: SECTIONS.map((id, index) => ({ ...place(id, index), groupId: null })),
    groups: GROUPS.map((id, index) => ({ id, position: `b0${String(index + 1)}` })),
    siteSpaces: SITE_SPACES.map((id, index) => ({ ...place(id, index), spaceId: 'space', sectionId: index < 3 ? 's0' : 's1' })),
  };
}

function apply(outline: Outline, replacements: readonly Replacement[] | undefined): Outline {
  const find = <Kind extends Replacement['kind']>(kind: Kind, id: string): Extract<Replacement, { kind: Kind }> | undefined =>
    replacements?.find((replacement): replacement is Extract<Replacement, { kind: Kind }> => replacement.kind === kind && replacement.id === id);
  return {
    sections: outline.sections.map((section) => ({ ...section, ...find('section', section.id) })),
    groups: outline.groups.map((group) => ({ ...group, ...find('group', group.id) })),
    siteSpaces: outline.siteSpaces.map((siteSpace) => ({ ...siteSpace, ...find('site-space', siteSpace.id) })),
  };
}

function shown(outline: Outline): Top {
  return topOf(outline).map(({ id }) =>
    GROUPS.includes(id) ? { group: id, sections: sectionsOf(outline).filter(({ groupId }) => groupId === id).map((section) => section.id) } : id,
  );
}

const nameOf = (item: Top[number]): string => (typeof item === 'string' ? item : item.group);
const groupIn = (top: Top, id: string): string[] | undefined => top.flatMap((item) => (typeof item !== 'string' && item.group === id ? [item.sections] : []))[0];
const groupHolding = (top: Top, id: string): string | undefined => top.flatMap((item) => (typeof item !== 'string' && item.sections.includes(id) ? [item.group] : []))[0];
const without = (top: Top, id: string): Top =>
  top.filter((item) => nameOf(item) !== id).map((item) => (typeof item === 'string' ? item : { ...item, sections: item.sections.filter((section) => section !== id) }));

/** Puts an item into the top beside another, or at the end. */
function insert<Item>(items: readonly Item[], item: Item, beside: number | undefined, side: 'before' | 'after'): Item[] {
  const index = beside === undefined ? items.length : side === 'before' ? beside : beside + 1;
  return [...items.slice(0, index), item, ...items.slice(index)];
}

const MODEL = {
  section(top: Top, id: string, neighbour: Neighbour | undefined): Top {
    if (neighbour === undefined) return [...without(top, id), id];
    const rest = without(top, id);
    const holder = groupHolding(top, neighbour.id);
    if (holder === undefined) return insert(rest, id, rest.indexOf(neighbour.id), neighbour.side);
    return rest.map((item) => (typeof item !== 'string' && item.group === holder ? { ...item, sections: insert(item.sections, id, item.sections.indexOf(neighbour.id), neighbour.side) } : item));
  },
  group(top: Top, id: string, neighbour: Neighbour | undefined): Top {
    const moved = top.find((item) => nameOf(item) === id);
    const rest = top.filter((item) => item !== moved);
    const beside = neighbour === undefined ? undefined : rest.findIndex((item) => nameOf(item) === (groupHolding(top, neighbour.id) ?? neighbour.id));
    return insert(rest, moved ?? id, beside, neighbour?.side ?? 'after');
  },
  intoGroup(top: Top, id: string, group: string): Top {
    if (groupHolding(top, id) === group) return top;
    return without(top, id).map((item) => (typeof item !== 'string' && item.group === group ? { ...item, sections: [...item.sections, id] } : item));
  },
  outOfGroup(top: Top, id: string, group: string): Top {
    const rest = without(top, id);
    return insert(rest, id, rest.findIndex((item) => nameOf(item) === group), 'after');
  },
  dissolved(top: Top, group: string): Top {
    return top.flatMap((item) => (nameOf(item) === group ? (groupIn(top, group) ?? []) : [item]));
  },
};

const section = fc.constantFrom(...SECTIONS);
const group = fc.constantFrom(...GROUPS);
const side = fc.constantFrom('before', 'after');
const step = fc.oneof(
  fc.record({ kind: fc.constant('section' as const), id: section, neighbour: fc.option(fc.record({ side, id: section }), { nil: undefined }) }),
  fc.record({ kind: fc.constant('group' as const), id: group, neighbour: fc.option(fc.record({ side, id: fc.oneof(section, group) }), { nil: undefined }) }),
  fc.record({ kind: fc.constant('into' as const), id: section, group }),
  fc.record({ kind: fc.constant('out' as const), id: section }),
);

describe('moving sections and groups', () => {
  it('does what a plain model does, and writes one row', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let outline = start();
        let model = shown(outline);
        for (const move of steps) {
          const { replacements, expected } = both(outline, model, move);
          expect(replacements?.length ?? 0).toBeLessThanOrEqual(1);
          outline = apply(outline, replacements);
          model = expected;
          expect(shown(outline)).toEqual(model);
        }
      }),
    );
  });

  it('lets the sections of a group that goes stand where it stood', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), group, (steps, gone) => {
        let outline = start();
        for (const move of steps) outline = apply(outline, both(outline, shown(outline), move).replacements);
        const expected = MODEL.dissolved(shown(outline), gone);
        const dissolved = apply(outline, dissolveGroup(outline, gone));
        expect(shown({ ...dissolved, groups: dissolved.groups.filter(({ id }) => id !== gone) })).toEqual(expected);
      }),
    );
  });

  it('knows no neighbour that is not there, nor oneself', () => {
    const outline = apply(start(), moveIntoGroup(start(), 's1', 'g0'));
    for (const id of ['s0', 'x', 'g0']) expect(moveSection(outline, 's0', { side: 'after', id })).toBeUndefined();
    for (const id of ['g0', 'x', 's1']) expect(moveGroup(outline, 'g0', { side: 'after', id, kind: id === 's1' ? 'section' : 'group' })).toBeUndefined();
    expect(moveGroup(outline, 'g0', { side: 'after', id: 'g1', kind: 'section' })).toBeUndefined();
    expect(moveGroup(outline, 'g0', { side: 'after', id: 's0', kind: 'group' })).toBeUndefined();
    for (const id of ['a', 'd', 'x', 's0']) expect(moveSiteSpace(outline, 'a', { side: 'after', id })).toBeUndefined();
  });

  it('writes nothing where the place is the same', () => {
    const outline = start();
    expect(moveSection(outline, 's1', { side: 'after', id: 's0' })).toEqual([]);
    expect(moveSection(outline, 's1', { side: 'before', id: 's2' })).toEqual([]);
    expect(moveGroup(outline, 'g1', undefined)).toEqual([]);
    expect(moveSiteSpace(outline, 'c', undefined)).toEqual([]);
  });

  it('puts a new group in the place of its first section', () => {
    const outline = start();
    expect(placeOfGroup(outline, ['s2', 's0'])).toEqual({ position: 'a2', respaced: [] });
    expect(placeOfGroup(outline, []).position > 'b02').toBe(true);
    const grouped = apply(outline, moveIntoGroup(outline, 's2', 'g0'));
    expect(placeOfGroup(grouped, ['s2']).position > 'b02').toBe(true);
  });
});

describe('moving site spaces', () => {
  it('does what a plain list does within a section', () => {
    const outline = start();
    expect(siteSpacesIn(apply(outline, moveSiteSpace(outline, 'c', { side: 'before', id: 'a' })), 's0').map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(siteSpacesIn(apply(outline, moveSiteSpace(outline, 'a', { side: 'after', id: 'b' })), 's0').map(({ id }) => id)).toEqual(['b', 'a', 'c']);
    expect(siteSpacesIn(apply(outline, moveSiteSpace(outline, 'a', undefined)), 's0').map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  });
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The move in both worlds; a move that can't be done is left out. */
function both(outline: Outline, model: Top, move: Step): { replacements: Replacement[] | undefined; expected: Top } {
  if (move.kind === 'into') return { replacements: moveIntoGroup(outline, move.id, move.group), expected: MODEL.intoGroup(model, move.id, move.group) };
  if (move.kind === 'out') {
    const holder = groupHolding(model, move.id);
    return holder === undefined ? { replacements: [], expected: model } : { replacements: moveOutOfGroup(outline, move.id, holder), expected: MODEL.outOfGroup(model, move.id, holder) };
  }
  const replacements = move.kind === 'section' ? moveSection(outline, move.id, move.neighbour) : moveGroup(outline, move.id, move.neighbour && { ...move.neighbour, kind: GROUPS.includes(move.neighbour.id) ? 'group' : 'section' });
  return { replacements, expected: replacements === undefined ? model : MODEL[move.kind](model, move.id, move.neighbour) };
}
