import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { indexBeside, inOrder, type Neighbour, type Placed, placesAt } from './sibling-order.js';

/** Puts a sibling beside another, as a store would; tells how many rows that wrote. */
function move(siblings: readonly Placed[], id: string, neighbour: Neighbour | undefined): { siblings: Placed[]; written: number } {
  const others = siblings.filter((sibling) => sibling.id !== id);
  const index = indexBeside(others, neighbour);
  if (index === undefined) throw new Error('no such sibling');
  const { positions, respaced } = placesAt(others, index);
  const anew = new Map(respaced.map((placed) => [placed.id, placed.position]));
  const moved = others.map((other) => ({ id: other.id, position: anew.get(other.id) ?? other.position }));
  return { siblings: inOrder([...moved, { id, position: positions[0] ?? '' }]), written: 1 + respaced.length };
}

function moveInModel(ids: readonly string[], id: string, neighbour: Neighbour | undefined): string[] {
  const others = ids.filter((other) => other !== id);
  const index = neighbour === undefined ? others.length : others.indexOf(neighbour.id) + (neighbour.side === 'before' ? 0 : 1);
  return [...others.slice(0, index), id, ...others.slice(index)];
}

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const start = (): Placed[] => placesAt([], 0, IDS.length).positions.map((position, index) => ({ id: IDS[index] ?? '', position }));

describe('the order of siblings', () => {
  it('is what a plain list would have, after any moves', () => {
    const step = fc.record({ id: fc.constantFrom(...IDS), other: fc.constantFrom(...IDS), side: fc.constantFrom('before', 'after', 'end') });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        let siblings = start();
        let model: string[] = IDS;
        for (const { id, other, side } of steps) {
          if (id === other) continue;
          const neighbour = side === 'end' ? undefined : ({ side, id: other } as Neighbour);
          siblings = move(siblings, id, neighbour).siblings;
          model = moveInModel(model, id, neighbour);
          expect(siblings.map((sibling) => sibling.id)).toEqual(model);
        }
      }),
    );
  });

  it('holds at one spot forever; hardly a move writes more than its own row', () => {
    let siblings = start();
    let written = 0;
    for (let round = 0; round < 2_000; round += 1) {
      const moved = move(siblings, round % 2 === 0 ? 'a' : 'c', { side: 'before', id: 'd' });
      siblings = moved.siblings;
      written += moved.written;
      expect(siblings.every(({ position }) => position.length <= 64)).toBe(true);
    }
    expect(siblings.map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd', 'e', 'f']);
    expect(written).toBeGreaterThan(2_000);
    expect(written).toBeLessThan(2_100);
  });

  it('has no place beside what is no sibling', () => {
    expect(indexBeside(start(), { side: 'after', id: 'x' })).toBeUndefined();
  });

  it('takes several in a row', () => {
    const { positions } = placesAt(start(), 2, 3);
    const all = inOrder([...start(), ...positions.map((position, index) => ({ id: `new${String(index)}`, position }))]);
    expect(all.map(({ id }) => id)).toEqual(['a', 'b', 'new0', 'new1', 'new2', 'c', 'd', 'e', 'f']);
  });
});
