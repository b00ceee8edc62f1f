import { BadInputError } from '../../../kernel/errors/errors.js';
import type { SearchSiteContentDto, SiteSearchScope } from '../dto/site-search.dto.js';
import { type ProfileStructure, siteSpacesOf } from './profile-structure.js';

/** The scope that a body asks for, be it in the older words. @throws BadInputError for words that don't go together */
export function scopeOf({ scope, mode, siteSpaceIds, siteSpaceId }: SearchSiteContentDto): SiteSearchScope {
  if (scope !== undefined && (mode !== undefined || siteSpaceIds !== undefined || siteSpaceId !== undefined)) {
    throw BadInputError.ofField('scope', 'must not be given with mode, siteSpaceIds or siteSpaceId');
  }
  if (scope !== undefined) return scope;
  if (siteSpaceId !== undefined && mode !== 'current') throw BadInputError.ofField('siteSpaceId', 'goes with the mode current alone');
  if (siteSpaceIds !== undefined && mode !== undefined && mode !== 'specific') throw BadInputError.ofField('siteSpaceIds', 'goes with the mode specific alone');
  if (mode === 'all') return { mode };
  if (mode === 'current') {
    if (siteSpaceId === undefined) throw BadInputError.ofField('siteSpaceId', 'is required with the mode current');
    return { mode: 'default', currentSiteSpace: siteSpaceId };
  }
  if (siteSpaceIds !== undefined) return { mode: 'specific', siteSpaceIds };
  if (mode === 'specific') throw BadInputError.ofField('siteSpaceIds', 'is required with the mode specific');
  return { mode: 'default' };
}

/** The spaces of the shown site spaces that are in the scope; ids of others match nothing. */
export function spacesInScope(shown: ProfileStructure, scope: SiteSearchScope): string[] {
  const siteSpaces = siteSpacesOf(shown);
  if (scope.mode === 'all') return siteSpaces.map(({ spaceId }) => spaceId);
  const named = new Set(scope.mode === 'specific' ? scope.siteSpaceIds : [scope.currentSiteSpace ?? '', ...(scope.includedSiteSpaces ?? [])]);
  return siteSpaces.filter(({ id, isDefault }) => named.has(id) || (scope.mode === 'default' && isDefault)).map(({ spaceId }) => spaceId);
}
