import { describe, expect, it } from '@jest/globals';
import { NestedObject, Nullable, Optional, Text } from './body-fields.js';
import { faultsOf } from './refusal.testing.js';

describe('a subclass that declares a field again', () => {
  it('declares it whole', () => {
    class BaseDto {
      @Optional()
      @Nullable()
      @Text({ max: 5 })
      title?: string | null;
    }
    class StrictDto extends BaseDto {
      @Text({ max: 2 })
      declare title: string;
    }
    expect(faultsOf({}, StrictDto)).toEqual([{ field: 'title', message: 'is required' }]);
    expect(faultsOf({ title: null }, StrictDto)).toHaveLength(1);
    expect(faultsOf({ title: 'abc' }, StrictDto)).toEqual([{ field: 'title', message: 'must be at most 2 characters, is 3' }]);
  });
});

describe('a class that contains itself', () => {
  class TreeDto {
    @Optional()
    @NestedObject(() => TreeDto)
    child?: object;
  }

  it('is checked once at each depth', () => {
    let body: object = { wrong: true };
    for (let depth = 0; depth < 63; depth++) body = { child: body };
    expect(faultsOf(body, TreeDto)).toEqual([{ field: `${'child.'.repeat(63)}wrong`, message: 'is unknown; allowed are child' }]);
  });
});
