import { isObject } from '../../../../kernel/validation/objects.js';
import { code, sentences, table } from './markdown.js';
import { type Fields, fieldsOf, listOf, partOf, type Place, type Resolve, textOf } from './place.js';
import { fileNameOf, nameOf } from './schema-name.js';
import { SchemaProperties } from './schema-properties.js';

/** Deeper, a type is told by its name alone. */
const MOST_LEVELS = 4;
/** Parts of a union or values of an enumeration that are shown. */
const MOST_SHOWN = 20;

/** Tells schemas to people: their types in a few words, their properties in tables. */
export class SchemaWriter<Document> {
  private readonly gathering: SchemaProperties<Document>;

  constructor(private readonly resolve: Resolve<Document>) {
    this.gathering = new SchemaProperties(resolve);
  }

  /** `array of Pet`, `string (date-time) or null`. */
  type(place: Place<Document>, level = 0): string {
    const ref = fieldsOf(place.value)['$ref'];
    const name = nameOf(place.value) ?? fileNameOf(place.value);
    if (name !== undefined) return name;
    // Before anything is followed: a reference may lead to what it is in.
    if (level > MOST_LEVELS) return 'any';
    if (typeof ref === 'string') return this.type(this.resolve(place), level + 1);
    const schema = fieldsOf(place.value);
    const at = (value: unknown): Place<Document> => ({ document: place.document, value });
    for (const [word, between] of UNIONS) {
      const parts = listOf(schema[word]);
      if (parts.length > 0) return `${[...new Set(parts.slice(0, MOST_SHOWN).map((part) => this.type(at(part), level + 1)))].join(between)}${orNull(schema)}`;
    }
    const types = listOf(typeof schema['type'] === 'string' ? [schema['type']] : schema['type']).filter((type) => typeof type === 'string');
    const told = types.map((type) => {
      if (type === 'array') return `array of ${this.type(at(schema['items']), level + 1)}`;
      return type === 'object' && isMap(schema) ? `map of ${this.type(at(schema['additionalProperties']), level + 1)}` : type;
    }).join(' or ');
    const format = textOf(schema['format']);
    const type = told === '' ? (schema['properties'] === undefined ? 'any' : 'object') : told;
    return `${type}${format === undefined ? '' : ` (${format})`}${orNull(schema)}`;
  }

  /** A table of the properties; undefined where there are none. */
  properties(place: Place<Document>): string | undefined {
    return table(
      ['Property', 'Type', 'Description'],
      this.gathering.of(place).map(({ name, schema, required }) => [code(name), `${this.type(schema)}${required ? ', required' : ''}`, this.describe(schema)]),
    );
  }

  /** What stands beside the type: the description, and the values that there can be. */
  describe(place: Place<Document>): string {
    const own = fieldsOf(place.value);
    const schema = fieldsOf(this.resolve(place).value);
    const values = this.valuesOf(place).slice(0, MOST_SHOWN).map((value) => code(JSON.stringify(value)));
    const initial = schema['default'] === undefined ? undefined : `Default: ${code(JSON.stringify(schema['default']))}`;
    return sentences([textOf(own['description']) ?? textOf(schema['description']), values.length === 0 ? undefined : `One of ${values.join(', ')}`, initial]);
  }

  /** What there can be, in a list as well. */
  private valuesOf(place: Place<Document>): readonly unknown[] {
    const resolved = this.resolve(place);
    const holders = [resolved, partOf(resolved, 'items', this.resolve)].map(({ value }) => fieldsOf(value));
    return holders.flatMap((schema) => (schema['const'] === undefined ? listOf(schema['enum']) : [schema['const']]));
  }
}

/** As 3.0 and 2.0 say it. */
function orNull(schema: Fields): string {
  return schema['nullable'] === true || schema['x-nullable'] === true ? ' or null' : '';
}

/** Any names, with values of one schema. */
function isMap(schema: Fields): boolean {
  return isObject(schema['additionalProperties']) && schema['properties'] === undefined;
}

const UNIONS = [
  ['oneOf', ' or '],
  ['anyOf', ' or '],
  ['allOf', ' and '],
] as const;
