import { nameOf } from './schema-name.js';
import { fieldsOf, listOf, type Place, type Resolve, textOf } from './place.js';

/** Objects within objects, and lists within lists, whose properties are told; deeper ones are told by their types alone. */
const MOST_LEVELS = 4;
/** Schemas that the properties of one are gathered from. */
const MOST_PARTS = 200;
const MOST_PROPERTIES = 200;

/** Under its whole name: `address.street`, `pets[].name`. */
export interface Property<Document> {
  readonly name: string;
  readonly schema: Place<Document>;
  readonly required: boolean;
}

/** Gathers the properties of schemas. */
export class SchemaProperties<Document> {
  constructor(private readonly resolve: Resolve<Document>) {}

  /** Those of an object, or of the items of a list; with those of what is in it, unless that has a name by which it is told elsewhere. */
  of(place: Place<Document>): Property<Document>[] {
    const found: Property<Document>[] = [];
    const resolved = this.resolve(place);
    const { items } = fieldsOf(resolved.value);
    this.gather(items === undefined ? resolved : { document: resolved.document, value: items }, '', [], found);
    return found;
  }

  /** @param around what it is within: a schema that is part of itself is told once */
  private gather(place: Place<Document>, prefix: string, around: readonly unknown[], found: Property<Document>[]): void {
    const { value } = this.resolve(place);
    if (around.includes(value)) return;
    for (const property of this.own(place, new Set())) {
      if (found.length >= MOST_PROPERTIES) return;
      const name = `${prefix}${property.name}`;
      found.push({ ...property, name });
      const inner = around.length < MOST_LEVELS ? this.within(property.schema, name) : undefined;
      if (inner !== undefined) this.gather(inner.place, `${inner.name}.`, [...around, value], found);
    }
  }

  /** What a property holds, or the lists in it; nothing where that has a name of its own. */
  private within(schema: Place<Document>, name: string): { place: Place<Document>; name: string } | undefined {
    let [place, path] = [schema, name];
    for (let level = 0; level < MOST_LEVELS && nameOf(place.value) === undefined; level += 1) {
      const { document, value } = this.resolve(place);
      const { items } = fieldsOf(value);
      if (items === undefined) return { place, name: path };
      [place, path] = [{ document, value: items }, `${path}[]`];
    }
    return undefined;
  }

  /** @param seen schemas that are in already: one that is part of itself, or comes by two ways, adds nothing */
  private own(place: Place<Document>, seen: Set<unknown>): Property<Document>[] {
    const { document, value } = this.resolve(place);
    if (seen.has(value) || seen.size >= MOST_PARTS) return [];
    seen.add(value);
    const schema = fieldsOf(value);
    const at = (part: unknown): Place<Document> => ({ document, value: part });
    const parts = listOf(schema['allOf']).map((part) => this.resolve(at(part)));
    const choices = [...listOf(schema['oneOf']), ...listOf(schema['anyOf'])].filter((part) => nameOf(part) === undefined).map(at);
    const required = new Set([value, ...parts.map((part) => part.value)].flatMap((holder) => listOf(fieldsOf(holder)['required'])));
    const found = new Map<string, Property<Document>>();
    const add = (property: Property<Document>): void => {
      const { name } = property;
      found.set(name, { ...property, required: property.required || required.has(name) || found.get(name)?.required === true });
    };
    for (const part of parts) this.own(part, seen).forEach(add);
    for (const choice of choices) for (const property of this.own(choice, seen)) add({ ...property, required: false });
    for (const [name, property] of Object.entries(fieldsOf(schema['properties']))) add({ name: textOf(name) ?? '?', schema: at(property), required: false });
    return [...found.values()];
  }
}
