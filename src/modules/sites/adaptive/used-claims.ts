import type { Claims } from './condition.js';

/** Of the claims those at these paths, and nothing else: all that conditions which name these ask about. */
export function usedClaims(claims: Claims, paths: readonly (readonly string[])[]): Claims {
  const names = [...new Set(paths.flatMap(([name]) => (name !== undefined && Object.hasOwn(claims, name) ? [name] : [])))];
  return Object.fromEntries(names.map((name) => [name, usedValue(claims[name], paths.filter(([first]) => first === name).map(([, ...inner]) => inner))]));
}

function usedValue(value: unknown, paths: readonly (readonly string[])[]): unknown {
  const isWhole = typeof value !== 'object' || value === null || paths.some(({ length }) => length === 0);
  return isWhole ? value : usedClaims({ ...value }, paths);
}
