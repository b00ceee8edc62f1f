import { describe, expect, it } from '@jest/globals';
import { shownPath } from './shown-path.js';

describe('shownPath', () => {
  it('cuts every access token and share key, and nothing else', () => {
    expect(shownPath('/sites/docs/handbook/dsk_abc-DEF_123/guides')).toBe('/sites/docs/handbook/dsk_…/guides');
    expect(shownPath('/v1/orgs/dsp_abcDEF123/members/dsp_x')).toBe('/v1/orgs/dsp_…/members/dsp_…');
    expect(shownPath('/dsv_a.b-c.d/dsh_abc')).toBe('/dsv_…/dsh_…');
    expect(shownPath('/v1/spaces/mBXDs6m9kDfQY5wYVGrA/content')).toBe('/v1/spaces/mBXDs6m9kDfQY5wYVGrA/content');
  });
});
