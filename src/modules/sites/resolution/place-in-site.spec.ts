import { describe, expect, it } from '@jest/globals';
import type { FilledSection, FilledSiteSpace } from '../structure/structure-reader.js';
import { placeInSite } from './place-in-site.js';

const siteSpace = (path: string, isDefault = false): FilledSiteSpace => ({ id: path, path, isDefault }) as FilledSiteSpace;
const section = (path: string, isDefault: boolean, ...siteSpaces: FilledSiteSpace[]): FilledSection => ({ id: path, path, isDefault, siteSpaces }) as unknown as FilledSection;

const root = { sections: [], root: [siteSpace('en'), siteSpace('fr', true)] };
const sections = { sections: [section('api', false, siteSpace('v1'), siteSpace('v2', true)), section('guides', true, siteSpace('main', true)), section('empty', false), section('über', false, siteSpace('café', true))], root: undefined };

describe('a path within a site', () => {
  it.each<[string, typeof root | typeof sections, string, [string | undefined, string, number, boolean]]>([
    ['names nothing at the root', root, '', [undefined, 'fr', 0, false]],
    ['names a site space', root, 'en', [undefined, 'en', 1, true]],
    ['names a page of the default', root, 'start/here', [undefined, 'fr', 0, true]],
    ['names a page of a site space', root, 'en/start', [undefined, 'en', 1, true]],
    ['names nothing in a site with sections', sections, '', ['guides', 'main', 0, false]],
    ['names a section', sections, 'api', ['api', 'v2', 1, false]],
    ['names both', sections, 'api/v1', ['api', 'v1', 2, true]],
    ['names both and a page', sections, 'api/v1/v2', ['api', 'v1', 2, true]],
    ['names a section and a page', sections, 'api/start', ['api', 'v2', 1, true]],
    ['names both with letters that are not composed', sections, 'u\u0308ber/cafe\u0301', ['über', 'café', 2, true]],
    ['names a page alone', sections, 'main', ['guides', 'main', 0, true]],
  ])('%s', (_, structure, path, [sectionId, siteSpaceId, consumed, complete]) => {
    const place = placeInSite(structure, path === '' ? [] : path.split('/'));
    expect(place && [place.section?.id, place.siteSpace.id, place.consumed, place.complete]).toEqual([sectionId, siteSpaceId, consumed, complete]);
  });

  it('leads nowhere in a site, or a section, that shows nothing', () => {
    expect(placeInSite({ sections: [], root: [] }, ['x'])).toBeUndefined();
    expect(placeInSite({ sections: [], root: undefined }, [])).toBeUndefined();
    expect(placeInSite(sections, ['empty'])).toBeUndefined();
  });
});
