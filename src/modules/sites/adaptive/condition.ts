/** What is known of a visitor: claims by their names; those that nobody signed are in `unsigned`. */
export type Claims = Readonly<Record<string, unknown>>;

/** An expression, checked. `at` is where it starts in the text, counted from 1. */
export type Condition =
  | { readonly kind: 'literal'; readonly at: number; readonly value: string | number | boolean | undefined }
  | { readonly kind: 'claim'; readonly at: number; readonly path: readonly string[] }
  | { readonly kind: 'not'; readonly at: number; readonly operand: Condition }
  | { readonly kind: 'logical'; readonly at: number; readonly operator: '&&' | '||'; readonly left: Condition; readonly right: Condition }
  | { readonly kind: 'comparison'; readonly at: number; readonly operator: Comparison; readonly left: Condition; readonly right: Condition }
  | { readonly kind: 'choice'; readonly at: number; readonly test: Condition; readonly yes: Condition; readonly no: Condition };

export const COMPARISONS = ['==', '===', '!=', '!==', '<', '<=', '>', '>='] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Whether the condition holds: it must come out as true itself, so that what isn't known never lets anybody in by mistake. */
export function holds(condition: Condition, claims: Claims): boolean {
  return valueOf(condition, claims) === true;
}

/** Every claim that the condition names. */
export function claimsOf(condition: Condition): Extract<Condition, { kind: 'claim' }>[] {
  switch (condition.kind) {
    case 'literal':
      return [];
    case 'claim':
      return [condition];
    case 'not':
      return claimsOf(condition.operand);
    case 'logical':
    case 'comparison':
      return [...claimsOf(condition.left), ...claimsOf(condition.right)];
    case 'choice':
      return [...claimsOf(condition.test), ...claimsOf(condition.yes), ...claimsOf(condition.no)];
  }
}

function valueOf(condition: Condition, claims: Claims): unknown {
  switch (condition.kind) {
    case 'literal':
      return condition.value;
    case 'claim':
      return claimAt(claims, condition.path);
    case 'not':
      return !isTruthy(valueOf(condition.operand, claims));
    case 'logical': {
      const left = valueOf(condition.left, claims);
      return isTruthy(left) === (condition.operator === '&&') ? valueOf(condition.right, claims) : left;
    }
    case 'comparison':
      return compare(condition.operator, valueOf(condition.left, claims), valueOf(condition.right, claims));
    case 'choice':
      return valueOf(isTruthy(valueOf(condition.test, claims)) ? condition.yes : condition.no, claims);
  }
}

/** Own properties alone: names that every object inherits are no claims. Null is as good as absent. */
function claimAt(claims: Claims, path: readonly string[]): unknown {
  let value: unknown = claims;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value ?? undefined;
}

function isTruthy(value: unknown): boolean {
  return Boolean(value);
}

/** Nothing is converted: values of two kinds are different, and stand in no order. */
function compare(operator: Comparison, left: unknown, right: unknown): boolean {
  switch (operator) {
    case '==':
    case '===':
      return left === right;
    case '!=':
    case '!==':
      return left !== right;
    case '<':
      return order(left, right) < 0;
    case '<=':
      return order(left, right) <= 0;
    case '>':
      return order(left, right) > 0;
    case '>=':
      return order(left, right) >= 0;
  }
}

/** Below, at or above 0 as `left` comes before, with or after `right`; NaN when they stand in no order. */
function order(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : Number(left > right);
  return Number.NaN;
}
