/** What a token of an installation is good for, whatever its user may do. */
export interface TokenReach {
  /** Whether it may use the operation at all. */
  may(operationId: string): boolean;
  /** Those of the spaces that it works in. */
  spaces(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The operation that each ability is told for; null: there is none. */
export type OperationsOf<Abilities> = { readonly [Ability in keyof Abilities]: string | null };

/** Those of the abilities whose operation may be used. */
export function narrowAbilities<Abilities extends object>(abilities: Abilities, operations: OperationsOf<Abilities>, may: (operationId: string) => boolean): Abilities {
  const refused = Object.entries<string | null>(operations).filter(([, operationId]) => operationId === null || !may(operationId));
  return { ...abilities, ...Object.fromEntries(refused.map(([ability]) => [ability, false])) };
}
