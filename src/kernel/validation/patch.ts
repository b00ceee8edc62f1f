import { isDeepStrictEqual } from 'node:util';

/**
 * Copies the named fields that were sent: undefined leaves a field untouched, null is written. Tells
 * the fields that changed, so that a patch that changes nothing writes nothing. A field that the body
 * may clear but the entity can't doesn't compile.
 */
export function patch<Entity extends object, Key extends keyof Entity & string>(
  entity: Entity,
  sent: { readonly [Field in Key]?: Entity[Field] | undefined },
  fields: readonly Key[],
): Key[] {
  const changed: Key[] = [];
  for (const field of fields) {
    const value = sent[field];
    if (value === undefined || isDeepStrictEqual(entity[field], value)) continue;
    entity[field] = value;
    changed.push(field);
  }
  return changed;
}
