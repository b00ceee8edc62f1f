import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { yamlToJson } from './yaml-to-json.js';

const json = (text: string): string => yamlToJson(text, 10_000);

describe('yamlToJson', () => {
  it.each([
    ['dates', 'a: 2020-01-01\nb: 2020-01-01T00:00:00Z', '{"a":"2020-01-01","b":"2020-01-01T00:00:00Z"}'],
    ['words of older YAML', 'a: yes\nb: no\nc: on\nd: y', '{"a":"yes","b":"no","c":"on","d":"y"}'],
    ['truth and nothing', 'a: true\nb: False\nc: null\nd: ~\ne:', '{"a":true,"b":false,"c":null,"d":null,"e":null}'],
    ['numbers with their digits', 'a: 9223372036854775807\nb: 1.0\nc: 1e3\nd: -0', '{"a":9223372036854775807,"b":1.0,"c":1e3,"d":-0}'],
    ['numbers that JSON writes otherwise', 'a: +1\nb: .5\nc: 0x1F\nd: 0o17\ne: 012', '{"a":1,"b":0.5,"c":31,"d":15,"e":12}'],
    ['numbers that JSON lacks', 'a: .inf\nb: .nan', '{"a":".inf","b":".nan"}'],
    ['sexagesimals and underscores', 'a: 1:30\nb: 1_000', '{"a":"1:30","b":"1_000"}'],
    ['keys as text, in their order', '"200": a\n404: b\ndefault: c\n100: d\ntrue: e\n1.0: f', '{"200":"a","404":"b","default":"c","100":"d","true":"e","1.0":"f"}'],
    ['keys of prototypes', '__proto__: {a: 1}', '{"__proto__":{"a":1}}'],
    ['blocks of text', 'a: |\n  one\n  two\nb: >-\n  one\n  two', '{"a":"one\\ntwo\\n","b":"one two"}'],
    ['aliases', 'a: &x {b: [1]}\nc: *x\nd: &x 2\ne: *x', '{"a":{"b":[1]},"c":{"b":[1]},"d":2,"e":2}'],
    ['an alias as a key', '&k a: 1\nb: {*k : 2}', '{"a":1,"b":{"a":2}}'],
    ['an alias that keeps its meaning where it is met again', 'a: &x 1\nb: &y [*x]\nc: &x 2\nd: *y', '{"a":1,"b":[1],"c":2,"d":[1]}'],
    ['merge keys, under what stands beside them', 'a: &x {b: 1, c: {d: 1.0}}\ny: {c: 2, <<: *x, e: 3}\nz: {<<: *x}', '{"a":{"b":1,"c":{"d":1.0}},"y":{"c":2,"b":1,"e":3},"z":{"b":1,"c":{"d":1.0}}}'],
    ['merge keys before what they give way to', 'a: &x {b: 1}\ny:\n  <<: *x\n  b: 2\n', '{"a":{"b":1},"y":{"b":2}}'],
    ['a merge of several objects, the first before the next', 'a: &x {b: 1}\nc: &y {b: 2, d: [3]}\nz: {<<: [*x, *y, {b: 4, "e\\"}": "\\",:{"}]}', '{"a":{"b":1},"c":{"b":2,"d":[3]},"z":{"b":1,"d":[3],"e\\"}":"\\",:{"}}'],
    ['a merge of what is merged itself', 'a: &x {b: 1}\nc: &y {<<: *x, d: 2}\nz: {<<: *y}\ne: &e {}\nf: {<<: *e}', '{"a":{"b":1},"c":{"b":1,"d":2},"z":{"b":1,"d":2},"e":{},"f":{}}'],
    ['keys that only look like merges', '"<<": {a: 1}\nb: {<<: 1}\nc: &c [1]\nd: {<<: *c}', '{"<<":{"a":1},"b":{"<<":1},"c":[1],"d":{"<<":[1]}}'],
    ['bytes as they stand', 'a: !!binary aGVsbG8=\nb: !!timestamp 2020-01-01', '{"a":"aGVsbG8=","b":"2020-01-01"}'],
    ['a list alone', '- a\n- {b: c}', '["a",{"b":"c"}]'],
    ['comments and a directive', '%YAML 1.2\n---\n# b\na: 1 # c\n', '{"a":1}'],
    ['tags that nobody knows', 'a: !Ref b', '{"a":"b"}'],
  ])('writes %s', (_, text, expected) => {
    expect(json(text)).toBe(expected);
  });

  it.each([
    ['two documents', 'a: 1\n---\nb: 2'],
    ['a key twice', 'a: 1\nb: 2\na: 3'],
    ['an object as a key', '? {a: 1}\n: b'],
    ['a missing anchor', 'a: *b'],
    ['an anchor that comes later', 'a: *b\nc: &b 1'],
    ['an alias within itself', 'a: &a {b: *a}'],
    ['an object merged into itself', 'a: &a {<<: *a}'],
    ['a merge of an anchor that is missing', 'a: {<<: *b}'],
    ['tabs as indentation', 'a:\n\tb: 1'],
  ])('refuses %s, with the place', (_, text) => {
    expect(() => json(text)).toThrow(/line \d+, column \d+/);
  });

  it('is bounded by what aliases write', () => {
    const bomb = ['a0: &a0 [x, x]', ...Array.from({ length: 30 }, (_, index) => `a${String(index + 1)}: &a${String(index + 1)} [*a${String(index)}, *a${String(index)}]`)].join('\n');
    expect(() => json(bomb)).toThrow('larger than 10000 characters');
    const merges = ['a0: &a0 {x: 1, y: 2}', ...Array.from({ length: 30 }, (_, index) => `a${String(index + 1)}: &a${String(index + 1)} {l${String(index)}: *a${String(index)}, <<: *a${String(index)}}`)].join('\n');
    expect(() => json(merges)).toThrow('larger than 10000 characters');
  });

  it('is bounded in depth', () => {
    expect(json(`${'['.repeat(100)}${']'.repeat(100)}`)).toBe(`${'['.repeat(100)}${']'.repeat(100)}`);
    expect(() => json(`a: &a ${'['.repeat(60)}${']'.repeat(60)}\nb: ${'['.repeat(60)}*a${']'.repeat(60)}`)).toThrow('deeper than 100');
    expect(() => json(`a: &a {x: ${'['.repeat(60)}${']'.repeat(60)}}\nb: ${'['.repeat(60)}{<<: *a}${']'.repeat(60)}`)).toThrow('deeper than 100');
    expect(() => json(`${'['.repeat(102)}${']'.repeat(102)}`)).toThrow('deeper than 100');
    expect(() => json(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)).toThrow('nested');
  });

  it('reads what JSON says, however YAML writes it', () => {
    const value = fc.jsonValue({ maxDepth: 5 });
    fc.assert(fc.property(value, (any) => {
      // JSON has no negative zero.
      const written: unknown = JSON.parse(JSON.stringify(any));
      expect(JSON.parse(yamlToJson(stringify(written), 1_000_000))).toEqual(written);
      expect(JSON.parse(yamlToJson(JSON.stringify(written), 1_000_000))).toEqual(written);
    }));
  });
});
