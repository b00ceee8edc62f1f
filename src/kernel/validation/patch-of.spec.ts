import { describe, expect, it } from '@jest/globals';
import { Nullable, Optional, Text } from './body-fields.js';
import { readBody } from './read-parameter.js';
import { PatchOf } from './patch-of.js';
import { faultsOf } from './refusal.testing.js';

describe('PatchOf', () => {
  class CreateDto {
    @Text({ min: 1, max: 5 })
    title = 'Title';

    @Nullable()
    @Text({ max: 5 })
    icon: string | null;
  }
  class UpdateDto extends PatchOf(CreateDto) {}

  it('makes every field optional and forgets initial values', () => {
    expect(Object.keys(readBody(UpdateDto, {}))).toEqual([]);
    expect(readBody(UpdateDto, { title: 'New' })).toEqual({ title: 'New' });
  });

  it('keeps the rules, and null only where it was allowed', () => {
    expect(readBody(UpdateDto, { icon: null })).toEqual({ icon: null });
    expect(faultsOf({ title: null }, UpdateDto)).toEqual([{ field: 'title', message: 'must not be null' }]);
    expect(faultsOf({ title: 'too long' }, UpdateDto)).toHaveLength(1);
    expect(faultsOf({ name: 'a' }, UpdateDto)).toEqual([{ field: 'name', message: 'is unknown; allowed are title, icon' }]);
  });

  it('lets a subclass change a field', () => {
    class StricterDto extends PatchOf(CreateDto) {
      @Optional()
      @Text({ min: 2, max: 5 })
      declare icon?: string;
    }
    expect(readBody(StricterDto, {})).toEqual({});
    expect(faultsOf({ icon: null }, StricterDto)).toEqual([{ field: 'icon', message: 'must not be null' }]);
    expect(faultsOf({ icon: 'a' }, StricterDto)).toHaveLength(1);
  });

  it('leaves the creation as it is', () => {
    expect(faultsOf({}, CreateDto)).toEqual([{ field: 'icon', message: 'is required' }]);
  });
});
