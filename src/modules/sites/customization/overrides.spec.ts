import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { defaultCustomization } from './customization.js';
import { changedOverrides, overridden } from './overrides.js';

const WHITE = { light: '#fff', dark: '#fff' };
const BLACK = { light: '#000', dark: '#000' };

describe('overrides', () => {
  it('are laid over field by field, also in a group of a group', () => {
    const look = overridden(defaultCustomization(), changedOverrides({}, { styling: { tint: { color: BLACK }, sidebar: { list: 'pill' } }, themes: { default: 'dark' } }));
    expect(look).toEqual({
      ...defaultCustomization(),
      styling: { ...defaultCustomization().styling, tint: { color: BLACK }, sidebar: { background: 'default', list: 'pill' } },
      themes: { default: 'dark', toggeable: true },
    });
  });

  it('replace what is no group as a whole', () => {
    const site = { ...defaultCustomization(), favicon: { emoji: '1f600' } };
    expect(overridden(site, changedOverrides({}, { favicon: {} })).favicon).toEqual({});
    expect(changedOverrides({ styling: { primaryColor: WHITE } }, { styling: { primaryColor: BLACK } })).toEqual({ styling: { primaryColor: BLACK } });
  });

  it('are taken back by null, and leave nothing behind', () => {
    const overrides = changedOverrides({}, { title: 'Guides', favicon: {}, styling: { theme: 'bold', sidebar: { list: 'pill' } } });
    expect(changedOverrides(overrides, { styling: { theme: null } })).toEqual({ title: 'Guides', favicon: {}, styling: { sidebar: { list: 'pill' } } });
    expect(changedOverrides(overrides, { title: null, favicon: null, styling: { theme: null, sidebar: { list: null } } })).toEqual({});
    expect(changedOverrides({}, { styling: { theme: null }, pdf: {} })).toEqual({});
  });

  const fields = fc.record(
    {
      title: fc.string(),
      styling: fc.record({ theme: fc.constantFrom('bold', 'muted'), sidebar: fc.record({ list: fc.constantFrom('pill', 'line') }, { requiredKeys: [] }) }, { requiredKeys: [] }),
      themes: fc.record({ toggeable: fc.boolean() }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  );
  it('of two changes are those of the later one over those of the earlier, and twice the same changes nothing', () => {
    fc.assert(
      fc.property(fields, fields, (earlier, later) => {
        const both = changedOverrides(changedOverrides({}, earlier), later);
        expect(overridden(overridden(defaultCustomization(), changedOverrides({}, earlier)), changedOverrides({}, later))).toEqual(overridden(defaultCustomization(), both));
        expect(changedOverrides(both, later)).toEqual(both);
      }),
    );
  });
});
