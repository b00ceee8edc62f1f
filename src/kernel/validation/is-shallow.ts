/** Whether a value as JSON has them is nested at most so deep; what is deeper overflows the stack of whoever walks it. */
export function isShallow(value: unknown, depth: number): boolean {
  return typeof value !== 'object' || value === null || (depth > 0 && Object.values(value).every((item) => isShallow(item, depth - 1)));
}
