/** Something that holds in every database of the service, at any moment between two transactions. */
export interface Invariant {
  /** What is wrong where it doesn't hold. */
  readonly fault: string;
  /** Answers a row for each violation, with the ids that tell where. */
  readonly sql: string;
}

export function invariants(faults: Readonly<Record<string, string>>): Invariant[] {
  return Object.entries(faults).map(([fault, sql]) => ({ fault, sql }));
}
