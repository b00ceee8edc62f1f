import { describe, expect, it } from '@jest/globals';
import { BadInputError } from '../../../kernel/errors/errors.js';
import type { SearchSiteContentDto, SiteSearchScope } from '../dto/site-search.dto.js';
import type { ProfileStructure } from './profile-structure.js';
import { scopeOf, spacesInScope } from './search-scope.js';

type Asked = Omit<SearchSiteContentDto, 'query'>;

describe('the scope of a search', () => {
  it.each<[Asked, SiteSearchScope]>([
    [{}, { mode: 'default' }],
    [{ scope: { mode: 'all' } }, { mode: 'all' }],
    [{ mode: 'all' }, { mode: 'all' }],
    [{ mode: 'current', siteSpaceId: 'a' }, { mode: 'default', currentSiteSpace: 'a' }],
    [{ siteSpaceIds: ['a'] }, { mode: 'specific', siteSpaceIds: ['a'] }],
    [{ mode: 'specific', siteSpaceIds: ['a'] }, { mode: 'specific', siteSpaceIds: ['a'] }],
  ])('of %j is %j', (asked, scope) => {
    expect(scopeOf({ query: 'x', ...asked })).toEqual(scope);
  });

  it.each<[Asked]>([
    [{ scope: { mode: 'all' }, mode: 'all' }],
    [{ mode: 'current' }],
    [{ mode: 'specific' }],
    [{ siteSpaceId: 'a' }],
    [{ mode: 'all', siteSpaceIds: ['a'] }],
    [{ mode: 'specific', siteSpaceIds: ['a'], siteSpaceId: 'a' }],
  ])('is none: %j', (asked) => {
    expect(() => scopeOf({ query: 'x', ...asked })).toThrow(BadInputError);
  });

  const siteSpaces = [['a', true], ['b', false], ['c', false]].map(([id, isDefault]) => ({ id, spaceId: `space-${String(id)}`, isDefault }));
  const shown = { sections: [{ siteSpaces }], root: [] } as unknown as ProfileStructure;
  it.each<[SiteSearchScope, string[]]>([
    [{ mode: 'default' }, ['space-a']],
    [{ mode: 'default', currentSiteSpace: 'b', includedSiteSpaces: ['c', 'x'] }, ['space-a', 'space-b', 'space-c']],
    [{ mode: 'specific', siteSpaceIds: ['b', 'x'] }, ['space-b']],
    [{ mode: 'all' }, ['space-a', 'space-b', 'space-c']],
  ])('%j has %j', (scope, spaces) => {
    expect(spacesInScope(shown, scope)).toEqual(spaces);
  });
});
