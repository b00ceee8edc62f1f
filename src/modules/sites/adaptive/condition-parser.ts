import jsep from 'jsep';
import { type Comparison, COMPARISONS, type Condition } from './condition.js';

/** Where a text is no condition, and why. */
export class ConditionFault extends Error {
  constructor(
    /** Counted from 1. */
    readonly at: number,
    readonly fault: string,
  ) {
    super(`character ${String(at)}: ${fault}`);
  }
}

/** Brackets and signs within each other. */
const DEEPEST = 50;

/** Where each part of a text under way starts, and the parts that enclose the one being read. */
const starts = new WeakMap<object, number>();
const enclosing = new WeakMap<object, number[]>();

// The parser tells no positions itself; it runs these before and after each part.
jsep.hooks.add('gobble-token', function () {
  const open = enclosing.get(this) ?? [];
  if (open.length === DEEPEST) this.throwError(`is nested deeper than ${String(DEEPEST)}`);
  // Numbers are the one part that nothing is run after.
  if (/[\d.]/.test(this.char)) return;
  enclosing.set(this, [...open, this.index]);
});
jsep.hooks.add('after-token', function ({ node }) {
  const start = enclosing.get(this)?.pop();
  // Brackets around a part are no part of their own.
  if (node instanceof Object && start !== undefined && !starts.has(node)) starts.set(node, start);
});

/** @throws ConditionFault for what is no expression over `visitor.claims` that can come out as true or false */
export function parseCondition(text: string): Condition {
  const condition = toCondition(readTree(text), 0);
  if (condition.kind === 'literal' && typeof condition.value !== 'boolean') throw fault(condition, 'must come out as true or false');
  return condition;
}

function readTree(text: string): jsep.CoreExpression {
  try {
    return jsep(text) as jsep.CoreExpression; // one of these, by the parser's own types
  } catch (error) {
    if (!(error instanceof Error) || !('index' in error) || typeof error.index !== 'number' || !('description' in error)) throw error;
    throw new ConditionFault(error.index + 1, String(error.description));
  }
}

/** @param from where to point when the parser told nothing of the part */
function toCondition(part: jsep.Expression, from: number): Condition {
  const start = startOf(part, from);
  const at = start + 1;
  const node = part as jsep.CoreExpression; // as above
  switch (node.type) {
    case 'Literal':
      return { kind: 'literal', at, value: literalOf(node, at) };
    case 'Identifier':
      if (node.name === 'undefined') return { kind: 'literal', at, value: undefined };
      throw new ConditionFault(at, `"${node.name}" is unknown; name claims as visitor.claims.name`);
    case 'MemberExpression':
      return { kind: 'claim', at, path: claimPath(node, at) };
    case 'UnaryExpression':
      if (node.operator !== '!') throw new ConditionFault(at, `the sign ${node.operator} can't be used`);
      return { kind: 'not', at, operand: toCondition(node.argument, start) };
    case 'BinaryExpression':
      return binary(node.operator, at, toCondition(node.left, start), toCondition(node.right, start));
    case 'ConditionalExpression':
      return { kind: 'choice', at, test: toCondition(node.test, start), yes: toCondition(node.consequent, start), no: toCondition(node.alternate, start) };
    case 'CallExpression':
      throw new ConditionFault(at, "functions can't be called");
    case 'Compound':
    case 'SequenceExpression':
      throw new ConditionFault(at, 'must be one expression');
    case 'ArrayExpression':
      throw new ConditionFault(at, "lists can't be used");
    case 'ThisExpression':
      throw new ConditionFault(at, '"this" is unknown; name claims as visitor.claims.name');
    default:
      throw new ConditionFault(at, 'is no expression that can be used');
  }
}

function binary(operator: string, at: number, left: Condition, right: Condition): Condition {
  if (operator === '&&' || operator === '||') return { kind: 'logical', at, operator, left, right };
  const comparison = COMPARISONS.find((known): known is Comparison => known === operator);
  if (comparison === undefined) throw new ConditionFault(at, `the operator ${operator} can't be used; there are &&, ||, !, ? :, and ${COMPARISONS.join(', ')}`);
  return { kind: 'comparison', at, operator: comparison, left, right };
}

function literalOf({ value }: jsep.Literal, at: number): string | number | boolean | undefined {
  if (value === null) return undefined;
  if (value instanceof RegExp) throw new ConditionFault(at, "patterns can't be used");
  return value;
}

/** The names behind `visitor.claims`. */
function claimPath(node: jsep.MemberExpression, at: number): string[] {
  const [root, claims, ...path] = memberNames(node, at);
  if (root !== 'visitor' || claims !== 'claims' || path.length === 0) throw new ConditionFault(at, 'only claims can be looked at, as visitor.claims.name');
  return path;
}

function memberNames(part: jsep.Expression, at: number): string[] {
  const node = part as jsep.CoreExpression; // as above
  if (node.type === 'Identifier') return [node.name];
  if (node.type !== 'MemberExpression') throw new ConditionFault(at, 'only claims can be looked at, as visitor.claims.name');
  return [...memberNames(node.object, at), memberName(node, at)];
}

function memberName({ computed, property }: jsep.MemberExpression, at: number): string {
  const name = property as jsep.CoreExpression; // as above
  if (!computed && name.type === 'Identifier') return name.name;
  if (computed && name.type === 'Literal' && typeof name.value === 'string') return name.value;
  throw new ConditionFault(at, 'claims are named by a word, or by a text in square brackets');
}

function fault({ at }: Condition, message: string): ConditionFault {
  return new ConditionFault(at, message);
}

/** Parts with two sides start where their left one starts. */
function startOf(part: jsep.Expression, from: number): number {
  const node = part as jsep.CoreExpression; // as above
  const known = starts.get(node);
  if (known !== undefined) return known;
  if (node.type === 'BinaryExpression') return startOf(node.left, from);
  return node.type === 'ConditionalExpression' ? startOf(node.test, from) : from;
}
