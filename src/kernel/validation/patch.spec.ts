import { describe, expect, it } from '@jest/globals';
import { patch } from './patch.js';

interface Entity {
  id: string;
  title: string;
  icon: string | null;
  proxy: { origin: string; target: string } | null;
}

const entity = (): Entity => ({ id: '1', title: 'Old', icon: 'star', proxy: { origin: 'a', target: 'b' } });

describe('patch', () => {
  it('leaves undefined alone, writes null, and tells what changed', () => {
    const target = entity();
    const sent: { title?: string; icon?: string | null; proxy?: Entity['proxy'] } = { icon: null, proxy: undefined };
    expect(patch(target, sent, ['title', 'icon', 'proxy'])).toEqual(['icon']);
    expect(target).toEqual({ ...entity(), icon: null });
  });

  it('changes nothing where the values are equal, also deep ones', () => {
    const target = entity();
    const { proxy } = target;
    expect(patch(target, { title: 'Old', proxy: { target: 'b', origin: 'a' } }, ['title', 'proxy'])).toEqual([]);
    expect(target.proxy).toBe(proxy);
  });

  it('copies the named fields only', () => {
    const target = entity();
    const sent = { id: '2', title: 'New' };
    expect(patch(target, sent, ['title'])).toEqual(['title']);
    expect(target).toEqual({ ...entity(), title: 'New' });
  });

  it('does not compile when the body may clear what the entity must have', () => {
    const sent: { title?: string | null } = {};
    // @ts-expect-error -- null for a required field
    expect(patch(entity(), sent, ['title'])).toEqual([]);
    // @ts-expect-error -- no field of the entity
    expect(patch(entity(), { name: 'a' }, ['name'])).toEqual(['name']);
  });
});
