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
