/** The middle value; the mean of both middle ones for an even number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? NaN : (upper + lower) / 2;
}

/** Rounded for people: three significant digits. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** Of the line through the points that has the least squares. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (pick: (point: readonly [number, number]) => number): number => points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const [middleX, middleY] = [mean(([x]) => x), mean(([, y]) => y)];
  const sum = (pick: (x: number, y: number) => number): number => points.reduce((total, [x, y]) => total + pick(x - middleX, y - middleY), 0);
  return sum((x, y) => x * y) / sum((x) => x * x);
}

/** How long the work takes. */
export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
