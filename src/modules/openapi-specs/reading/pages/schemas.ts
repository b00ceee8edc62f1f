import { code, sentences, table } from './markdown.js';
import { fieldsOf, listOf, type Place, type Resolve, textOf } from './place.js';

/** Deeper, a type is told by its name alone. */
const MOST_LEVELS = 4;
/** Schemas that one table of properties is gathered from. */
const MOST_PARTS = 200;
/** Parts of a union or values of an enumeration that are shown. */
const MOST_SHOWN = 20;
const MOST_PROPERTIES = 200;

interface Property<Document> {
  readonly name: string;
  readonly schema: Place<Document>;
  readonly required: boolean;
}

/** Tells schemas to people: their types in a few words, their properties in tables. */
export class SchemaWriter<Document> {
  constructor(private readonly resolve: Resolve<Document>) {}

  /** `array of Pet`, `string (date-time) or null`. */
  type(place: Place<Document>, level = 0): string {
    const ref = fieldsOf(place.value)['$ref'];
    const name = typeof ref === 'string' ? nameOf(ref) : undefined;
    if (name !== undefined) return name;
    // Before anything is followed: a reference may lead to what it is in.
    if (level > MOST_LEVELS) return 'any';
    if (typeof ref === 'string') return this.type(this.resolve(place), level + 1);
    const schema = fieldsOf(place.value);
    const at = (value: unknown): Place<Document> => ({ document: place.document, value });
    for (const [word, between] of UNIONS) {
      const parts = listOf(schema[word]);
      if (parts.length > 0) return [...new Set(parts.slice(0, MOST_SHOWN).map((part) => this.type(at(part), level + 1)))].join(between);
    }
    const types = listOf(typeof schema['type'] === 'string' ? [schema['type']] : schema['type']).filter((type) => typeof type === 'string');
    const told = types.map((type) => (type === 'array' ? `array of ${this.type(at(schema['items']), level + 1)}` : type)).join(' or ');
    const format = textOf(schema['format']);
    const type = told === '' ? (schema['properties'] === undefined ? 'any' : 'object') : told;
    return `${type}${format === undefined ? '' : ` (${format})`}${schema['nullable'] === true ? ' or null' : ''}`;
  }

  /** The properties of an object, or of the items of a list; undefined where there are none. */
  properties(place: Place<Document>): string | undefined {
    const { document, value } = this.resolve(place);
    const { items } = fieldsOf(value);
    const rows = this.propertiesOf({ document, value: items === undefined ? value : items }, new Set()).slice(0, MOST_PROPERTIES);
    return table(
      ['Property', 'Type', 'Description'],
      rows.map(({ name, schema, required }) => [code(name), `${this.type(schema)}${required ? ', required' : ''}`, this.describe(schema)]),
    );
  }

  /** What stands beside the type: the description, and the values that there can be. */
  describe(place: Place<Document>): string {
    const own = fieldsOf(place.value);
    const schema = fieldsOf(this.resolve(place).value);
    const values = listOf(schema['enum']).slice(0, MOST_SHOWN).map((value) => code(JSON.stringify(value)));
    const initial = schema['default'] === undefined ? undefined : `Default: ${code(JSON.stringify(schema['default']))}`;
    return sentences([textOf(own['description']) ?? textOf(schema['description']), values.length === 0 ? undefined : `One of ${values.join(', ')}`, initial]);
  }

  /** @param seen schemas that are in already: one that is part of itself, or comes by two ways, adds nothing */
  private propertiesOf(place: Place<Document>, seen: Set<unknown>): Property<Document>[] {
    const { document, value } = this.resolve(place);
    const schema = fieldsOf(value);
    if (seen.has(value) || seen.size >= MOST_PARTS) return [];
    seen.add(value);
    const required = new Set(listOf(schema['required']));
    const own = Object.entries(fieldsOf(schema['properties'])).map(([name, property]) => ({ name: textOf(name) ?? '?', schema: { document, value: property }, required: required.has(name) }));
    const inherited = listOf(schema['allOf']).flatMap((part) => this.propertiesOf({ document, value: part }, seen));
    return [...inherited, ...own];
  }
}

const UNIONS = [
  ['oneOf', ' or '],
  ['anyOf', ' or '],
  ['allOf', ' and '],
] as const;

/** The name that a reference tells of a schema; undefined where it leads deeper. */
function nameOf(ref: string): string | undefined {
  const name = /\/(?:schemas|definitions|\$defs)\/([^/]+)$/.exec(ref)?.[1];
  if (name === undefined) return undefined;
  return textOf(ref.includes('#') ? name.replaceAll('~1', '/').replaceAll('~0', '~') : name.replace(/\.(?:json|ya?ml)$/i, ''));
}
