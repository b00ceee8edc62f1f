import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Claims, holds } from './condition.js';
import { ConditionFault, parseCondition } from './condition-parser.js';

const BETA: Claims = { isBeta: true };
const PARTNER: Claims = { isPartner: true, isBeta: false };
const RICH: Claims = { isBeta: true, plan: 'pro', seats: 12, team: { name: 'docs', lead: true }, unsigned: { isDark: true }, 'is-new': true, nothing: null };

/** Expression, claims of the visitor, whether it holds. */
const TABLE: [string, Claims, boolean][] = [
  ['true', {}, true],
  ['false', {}, false],
  ['visitor.claims.isBeta', BETA, true],
  ['visitor.claims.isBeta', PARTNER, false],
  ['visitor.claims.isBeta', {}, false],
  ['visitor.claims.isBeta == true', BETA, true],
  ['visitor.claims.isBeta == true', {}, false],
  ['visitor.claims.isBeta === true', BETA, true],
  ['visitor.claims.isBeta != true', {}, true],
  ['visitor.claims.isBeta != true', BETA, false],
  ['visitor.claims.isBeta !== false', {}, true],
  ['visitor.claims.isBeta == false', PARTNER, true],
  ['visitor.claims.isBeta == false', {}, false],
  ['!visitor.claims.isBeta', {}, true],
  ['!visitor.claims.isBeta', BETA, false],
  ['!!visitor.claims.isBeta', BETA, true],
  ['visitor.claims.isBeta && visitor.claims.isPartner', BETA, false],
  ['visitor.claims.isBeta || visitor.claims.isPartner', PARTNER, true],
  ['visitor.claims.isBeta && visitor.claims.isPartner', { isBeta: true, isPartner: true }, true],
  ['visitor.claims.isBeta || visitor.claims.isPartner && false', BETA, true],
  ['(visitor.claims.isBeta || visitor.claims.isPartner) && false', BETA, false],
  ['visitor.claims.isBeta ? visitor.claims.isPartner : true', {}, true],
  ['visitor.claims.isBeta ? visitor.claims.isPartner : true', BETA, false],
  ['visitor["claims"]["is-new"]', RICH, true],
  ['visitor.claims["is-new"] == true', BETA, false],
  ['visitor.claims.unsigned.isDark', RICH, true],
  ['visitor.claims.unsigned.isDark', BETA, false],
  ['visitor.claims.plan == "pro"', RICH, true],
  ["visitor.claims.plan == 'basic'", RICH, false],
  ['visitor.claims.plan', RICH, false],
  ['visitor.claims.plan == true', RICH, false],
  ['visitor.claims.seats >= 12', RICH, true],
  ['visitor.claims.seats > 12', RICH, false],
  ['visitor.claims.seats < "13"', RICH, false],
  ['visitor.claims.plan > "basic"', RICH, true],
  ['visitor.claims.seats == "12"', RICH, false],
  ['visitor.claims.nothing == null', RICH, true],
  ['visitor.claims.isPartner == undefined', BETA, true],
  ['visitor.claims.team.lead', RICH, true],
  ['visitor.claims.team == visitor.claims.plan', RICH, false],
  ['visitor.claims.plan.length == 3', RICH, false],
  ['visitor.claims.constructor', RICH, false],
  ['visitor.claims.__proto__ == undefined', RICH, true],
  ['visitor.claims.toString == undefined', RICH, true],
  ['visitor.claims.team.hasOwnProperty == undefined', RICH, true],
  ['  visitor . claims . isBeta\n', BETA, true],
];

describe('a condition', () => {
  it.each(TABLE)('%s, for %j: %s', (expression, claims, expected) => {
    expect(holds(parseCondition(expression), claims)).toBe(expected);
  });

  it('is taken however long it is', () => {
    const chain = Array.from({ length: 48 }, () => 'visitor.claims.isBeta').join('&&').slice(0, 1024).replace(/&&[^&]*$/, '');
    expect(holds(parseCondition(chain), BETA)).toBe(true);
    const choices = `${'false?true:'.repeat(90)}true`;
    expect(holds(parseCondition(choices), {})).toBe(true);
  });

  it.each([
    ['', 1],
    ['   ', 1],
    ['visitor.claims.', 16],
    ['visitor.claims.isBeta ==', 25],
    ['(true', 6],
    ['true)', 5],
    ['"open', 6],
    ['true false', 1],
    ['true; false', 1],
    ['true, false', 1],
    ['isBeta', 1],
    ['true && user.claims.isBeta', 9],
    ['visitor', 1],
    ['visitor.claims', 1],
    ['visitor.name == "x"', 1],
    ['true || visitor["claims"][1]', 9],
    ['visitor.claims[visitor.claims.name]', 1],
    ['1', 1],
    ['"text"', 1],
    ['null', 1],
    ['-1 < 2', 1],
    ['visitor.claims.seats + 1 == 2', 1],
    ['visitor.claims.isBeta = true', 1],
    ['visitor.claims.isBeta | true', 1],
    ['[true]', 1],
    ['this', 1],
    ['this.constructor == 1', 1],
    ['visitor.claims.isBeta()', 1],
    ['visitor.claims.constructor("return process")()', 1],
    ['process.exit() || true', 1],
    ['true && (() => true)', 1],
    ['`${1}`', 1],
    ['/a+/ == 1', 1],
    ['new Date', 1],
    ['visitor.claims["a" + "b"]', 1],
    ['true && !true.x', 10],
  ])('is refused with a place: %s', (expression, at) => {
    const fault = faultOf(expression);
    expect(fault).toBeInstanceOf(ConditionFault);
    expect(fault).toMatchObject({ fault: expect.stringMatching(/\S/) });
    if (at > 1) expect(fault).toMatchObject({ at });
  });

  it.each(['('.repeat(1024), '!'.repeat(1024), `${'('.repeat(500)}true${')'.repeat(500)}`, '['.repeat(1024), '-'.repeat(1024), `visitor.claims${'["a"'.repeat(250)}`])('that is nested without end is refused: %.10s…', (expression) => {
    expect(faultOf(expression)).toBeInstanceOf(ConditionFault);
  });

  it('is read or refused, whatever the text, and never anything else happens', () => {
    const parts = fc.constantFrom('visitor', '.', 'claims', 'a', '__proto__', 'constructor', '(', ')', '[', ']', '"', "'", '!', '&&', '||', '==', '<', '?', ':', ' ', '1', 'true', '\\', '`', ';', ',', '{', '}', '=>', '/', '\u{1F600}', '$');
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.array(parts, { maxLength: 60 }).map((found) => found.join(''))), (text) => {
        const fault = faultOf(text);
        if (fault === undefined) expect(typeof holds(parseCondition(text), RICH)).toBe('boolean');
        else expect(fault).toBeInstanceOf(ConditionFault);
      }),
      { numRuns: 3_000 },
    );
  });
});

function faultOf(expression: string): unknown {
  try {
    parseCondition(expression);
    return undefined;
  } catch (error) {
    return error;
  }
}
