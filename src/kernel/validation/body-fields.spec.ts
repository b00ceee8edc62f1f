import { describe, expect, it } from '@jest/globals';
import { Matches } from 'class-validator';
import type { FieldFault } from '../errors/errors.js';
import { ApiSchema } from '../openapi/late-decorators.js';
import {
  Choice,
  ChoiceList,
  Custom,
  EmailAddress,
  Flag,
  NestedList,
  NestedObject,
  Nullable,
  Optional,
  Text,
  TextList,
  KeptAddress,
  WebAddress,
  WholeNumber,
} from './body-fields.js';
import { readBody } from './read-parameter.js';
import { refusalOf } from './refusal.testing.js';

class NeighbourDto {
  @Choice(['space'], { name: 'NeighbourType' })
  type: string;

  @Text({ min: 1, max: 20 })
  space: string;
}

class PositionDto {
  @Optional()
  @NestedObject(() => NeighbourDto)
  before?: NeighbourDto;
}

class SampleDto {
  @Text({ min: 1, max: 5 })
  title: string;

  @Optional()
  @Nullable()
  @Text({ max: 10, pattern: /^[a-z-]*$/ })
  icon?: string | null;

  @Nullable()
  @Optional()
  @Choice(['read', 'edit'], { name: 'Role' })
  role?: string | null;

  @Flag()
  @Optional()
  listed?: boolean;

  @Optional()
  @WholeNumber({ min: 1, max: 9 })
  size?: number;

  @Optional()
  @TextList({ maxItems: 3, min: 1, max: 4 })
  tags?: string[];

  @Optional()
  @ChoiceList(['en', 'de', 'fr'])
  languages?: string[];

  @Optional()
  @NestedObject(() => PositionDto)
  position?: PositionDto;

  @Optional()
  @NestedList(() => NeighbourDto, { maxItems: 2 })
  neighbours?: NeighbourDto[];

  @Optional()
  @KeptAddress({ max: 100 })
  kept?: string;

  @Optional()
  @WebAddress({ max: 100 })
  url?: string;

  @Optional()
  @EmailAddress()
  email?: string;

  @Optional()
  @Custom({
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    check: (value, path) =>
      Object.entries(value as object)
        .filter(([, secret]) => typeof secret !== 'string')
        .map(([name]) => ({ field: `${path}.${name}`, message: 'must be text' })),
  })
  secrets?: Record<string, string>;
}

const faultsOf = (body: unknown, type: new () => object = SampleDto): readonly FieldFault[] | undefined => refusalOf(type, body).details;

describe('a body', () => {
  it('becomes an instance of its class with what was sent', () => {
    const body = { title: 'Guide', icon: null, listed: false, size: 1, tags: ['a'], position: { before: { type: 'space', space: 's' } } };
    const dto = readBody(SampleDto, body);
    expect(dto).toBeInstanceOf(SampleDto);
    expect({ ...dto }).toEqual(body);
  });

  it('is an empty object when there is none', () => {
    @ApiSchema({ name: 'Nothing' })
    class NothingDto {}
    expect(readBody(NothingDto, undefined)).toEqual({});
    expect(refusalOf(NothingDto, { a: 1 }).message).toBe('a: is unknown; no fields are allowed here');
  });

  it.each([[[], 'an array'], ['x', 'text'], [1, 'a number'], [null, 'null'], [true, 'a boolean']])('must be an object, not %j', (body, kind) => {
    expect(refusalOf(SampleDto, body).message).toBe(`body: must be an object, is ${kind}`);
  });

  it('refuses unknown fields, telling the allowed ones, also in nested objects', () => {
    expect(faultsOf({ title: 'a', titel: 'b', position: { after: {} }, neighbours: [{ type: 'space', space: 'a', id: 1 }] })).toEqual([
      { field: 'titel', message: expect.stringContaining('is unknown; allowed are title, icon, role') },
      { field: 'position.after', message: 'is unknown; allowed are before' },
      { field: 'neighbours.0.id', message: 'is unknown; allowed are type, space' },
    ]);
  });

  it('refuses the names of what every object has', () => {
    const body: unknown = JSON.parse('{"title": "a", "__proto__": {"polluted": true}, "constructor": 1, "toString": 2}');
    expect(faultsOf(body)?.map(({ field }) => field)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('tells all faults, the first ones in its message, each at its path', () => {
    const error = refusalOf(SampleDto, { title: 'much too long', role: 'owner', listed: 'true', size: 1.5 });
    expect(error.message).toBe(
      'title: must be 1 to 5 characters, is 13; role: must be one of read, edit; listed: must be true or false, is text; and 1 more',
    );
    expect(error.details).toHaveLength(4);
  });

  it('limits the faults and what they repeat of the input', () => {
    const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`${'k'.repeat(500)}${String(index)}`, 1]));
    const faults = faultsOf(body);
    expect(faults).toHaveLength(100);
    expect(faults?.[0]?.field.length).toBeLessThan(100);
  });

  it('applies rules of class-validator itself, too', () => {
    class SlugDto {
      @Matches(/^a/, { message: 'slug must start with an a' })
      slug: string;
    }
    expect(refusalOf(SlugDto, { slug: 'b' }).message).toBe('slug: must start with an a');
  });

  it('keeps initial values of what was not sent', () => {
    class DefaultsDto {
      @Optional()
      @Text({ max: 9 })
      title? = 'Untitled';
    }
    expect(readBody(DefaultsDto, {}).title).toBe('Untitled');
  });
});

describe('presence', () => {
  const required = { field: 'title', message: 'is required' };

  it('is required, and null refused, without a marker', () => {
    expect(faultsOf({})).toEqual([required]);
    expect(faultsOf({ title: null })).toEqual([{ field: 'title', message: 'must not be null' }]);
  });

  it('@Optional lets nothing through but leaving out', () => {
    expect(faultsOf({ title: 'a', listed: null })).toEqual([{ field: 'listed', message: 'must not be null' }]);
  });

  it('@Nullable lets nothing through but null', () => {
    class RoleDto {
      @Nullable()
      @Text({ max: 5 })
      role: string | null;
    }
    expect(readBody(RoleDto, { role: null }).role).toBeNull();
    expect(faultsOf({}, RoleDto)).toEqual([{ field: 'role', message: 'is required' }]);
  });

  it.each(['icon', 'role'])('composes in any order: %s', (field) => {
    expect(readBody(SampleDto, { title: 'a' })).not.toHaveProperty(field);
    expect(readBody(SampleDto, { title: 'a', [field]: null })).toHaveProperty(field, null);
    expect(faultsOf({ title: 'a', [field]: 5 })).toHaveLength(1);
  });
});

describe('the types', () => {
  function messageOf(field: string, value: unknown): string | undefined {
    return faultsOf({ title: 'a', [field]: value })?.map((fault) => `${fault.field}: ${fault.message}`).join(' | ');
  }

  it('@Text counts code points and refuses what cannot be stored', () => {
    expect(readBody(SampleDto, { title: '😀😀😀😀😀' }).title).toBe('😀😀😀😀😀');
    expect(messageOf('title', '😀😀😀😀😀😀')).toBe('title: must be 1 to 5 characters, is 6');
    expect(messageOf('title', '')).toBe('title: must be 1 to 5 characters, is 0');
    expect(messageOf('title', 'a\0b')).toBe('title: must not contain the NUL character');
    expect(messageOf('title', 'a\ud83d')).toBe('title: must not contain half of a surrogate pair');
    expect(messageOf('title', 123)).toBe('title: must be text, is a number');
    expect(messageOf('icon', 'A')).toBe('icon: must match ^[a-z-]*$');
  });

  it('@Choice', () => {
    expect(messageOf('role', 'Read')).toBe('role: must be one of read, edit');
    expect(messageOf('role', ['read'])).toBe('role: must be one of read, edit');
  });

  it.each(['true', 1, 0, []])('@Flag refuses %j', (value) => {
    expect(messageOf('listed', value)).toMatch(/^listed: must be true or false/);
  });

  it.each([0, 10, 1.5, '5', Infinity])('@WholeNumber refuses %j', (value) => {
    expect(messageOf('size', value)).toBe('size: must be a whole number from 1 to 9');
  });

  it('@TextList', () => {
    expect(messageOf('tags', ['a', '', 5])).toBe('tags.1: must be 1 to 4 characters, is 0 | tags.2: must be text, is a number');
    expect(messageOf('tags', 'a')).toBe('tags: must be a list, is text');
    expect(messageOf('tags', ['a', 'b', 'c', 'd'])).toBe('tags: must be at most 3 items, is 4');
    expect(messageOf('tags', [null])).toBe('tags.0: must be text, is null');
  });

  it('@ChoiceList', () => {
    expect(readBody(SampleDto, { title: 'a', languages: ['fr', 'en'] }).languages).toEqual(['fr', 'en']);
    expect(messageOf('languages', 'en')).toBe('languages: must be a list, is text');
    expect(messageOf('languages', ['en', 'nl', null])).toBe('languages.1: must be one of en, de, fr | languages.2: must be one of en, de, fr');
    expect(messageOf('languages', ['en', 'de', 'en'])).toBe('languages.2: repeats languages.0');
    expect(messageOf('languages', ['en', 'de', 'fr', 'en'])).toContain('languages: must be at most 3 items, is 4');
  });

  it('@NestedObject and @NestedList', () => {
    expect(messageOf('position', { before: { type: 'space' } })).toBe('position.before.space: is required');
    expect(messageOf('position', [])).toBe('position: must be an object, is an array');
    expect(messageOf('position', { before: 'x' })).toBe('position.before: must be an object, is text');
    expect(messageOf('neighbours', [{ type: 'space', space: 'a' }, null])).toBe('neighbours.1: must be an object, is null');
  });

  it.each(['http://localhost', 'https://docs:8080/a?b#c', 'HTTP://10.0.0.1/', 'https://[::1]/', 'https://例え.jp/パス'])('@WebAddress takes %s', (url) => {
    expect(readBody(SampleDto, { title: 'a', url }).url).toBe(url);
  });

  it.each(['http://localhost', 'https://docs:8080/a?b=c/?#c?', 'HTTP://10.0.0.1/', 'https://[::1]/', 'https://xn--9ca.com/%C3%A9'])('@KeptAddress takes %s', (kept) => {
    expect(readBody(SampleDto, { title: 'a', kept }).kept).toBe(kept);
  });

  it.each(['https://\u00e9.com/', 'https://a.b/\u00e9', 'https://a.b/?\u00e9', 'https://a.b/%zz', 'https://a.b/a|b', 'https://a.b/"', 'https://a.b/?x[]=1', 'https://a.b/#a#b', 'ftp://a.b'])('@KeptAddress refuses %s', (kept) => {
    expect(messageOf('kept', kept)).toMatch(/^kept: must be/);
  });

  it.each(['docs', 'localhost', 'ftp://a.b', 'http:a.b', 'http://', 'http:///a', ' http://a.b', 'http://a.b ', 'http://a b', 'http://a\nb', 'http://[::1', 'javascript:alert(1)', 'http://a:99999', 'http://me:secret@host', 'http://me@host', ''])(
    '@WebAddress refuses %j',
    (url) => {
      expect(messageOf('url', url)).toMatch(url.includes('@') ? /^url: must not hold a user name/ : /^url: must be/);
    },
  );

  it('@EmailAddress', () => {
    expect(readBody(SampleDto, { title: 'a', email: 'ann@localhost' }).email).toBe('ann@localhost');
    expect(messageOf('email', 'ann@')).toBe('email: must be an e-mail address');
    expect(messageOf('email', `${'a'.repeat(300)}@b.c`)).toBe('email: must be 3 to 254 characters, is 304');
  });

  it('@Custom keeps free maps as they are and tells faults below the field', () => {
    const secrets: unknown = JSON.parse('{"constructor": "a", "__proto__": "b", "toString": "c"}');
    expect(readBody(SampleDto, { title: 'a', secrets }).secrets).toBe(secrets);
    expect(messageOf('secrets', { a: 1, b: 'x', c: 2 })).toBe('secrets.a: must be text | secrets.c: must be text');
  });
});
