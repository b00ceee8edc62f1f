import { describe, expect, it } from '@jest/globals';
import { changeFault, changeRequestAbilities, isOutdated, mergeFault } from './change-request.policy.js';

describe('the policy of change requests', () => {
  it.each([
    [null, []],
    ['read', ['view']],
    ['comment', ['view', 'comment']],
    ['edit', ['view', 'comment', 'edit']],
    ['review', ['view', 'comment', 'edit', 'review', 'merge']],
    ['admin', ['view', 'comment', 'edit', 'review', 'merge']],
  ] as const)('lets %s do %j', (role, allowed) => {
    expect(Object.entries(changeRequestAbilities(role)).filter(([, may]) => may).map(([ability]) => ability)).toEqual(allowed);
  });

  it('keeps merged ones as they are, and archived ones from being merged', () => {
    expect([changeFault('draft'), changeFault('open'), changeFault('archived')]).toEqual([undefined, undefined, undefined]);
    expect([mergeFault('draft'), mergeFault('open')]).toEqual([undefined, undefined]);
    expect(changeFault('merged')).toContain('final');
    expect(mergeFault('merged')).toContain('final');
    expect(mergeFault('archived')).toContain('archived');
  });

  it('tells which ones the main content has left behind', () => {
    expect(isOutdated({ status: 'open', baseNumber: 1, mainNumber: 1 })).toBe(false);
    expect(isOutdated({ status: 'archived', baseNumber: 1, mainNumber: 2 })).toBe(true);
    expect(isOutdated({ status: 'merged', baseNumber: 1, mainNumber: 2 })).toBe(false);
  });
});
