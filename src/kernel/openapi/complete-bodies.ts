import type { OpenAPIObject } from '@nestjs/swagger';

type Components = NonNullable<OpenAPIObject['components']>;
type Schema = NonNullable<Components['schemas']>[string];
type PlainSchema = Exclude<Schema, { $ref: string }>;

/** Deeper than any body asks for. */
const DEEPEST = 6;

/**
 * Has clients leave out a body whose fields may all be left out, as the service takes it for an empty object.
 * Gives every JSON body without an example one that holds what is required, and optional fields with an example of
 * their own, without which such a body would say nothing: tools that fill in a body by its schema would send made-up
 * values for every optional field.
 */
export function completeBodies(document: OpenAPIObject): void {
  for (const item of Object.values(document.paths)) {
    for (const operation of [item.put, item.post, item.delete, item.patch]) {
      const body = operation?.requestBody;
      if (body === undefined || '$ref' in body) continue;
      const media = body.content['application/json'];
      if (media?.schema === undefined) continue;
      body.required = needsBody(resolve(media.schema, document));
      if (media.examples === undefined) media.example ??= exampleOf(media.schema, document, 'value', 0);
    }
  }
}

/** Of anything but an object with named fields, nothing is known. */
function needsBody(schema: PlainSchema | undefined): boolean {
  return schema?.properties === undefined || schema.allOf !== undefined || (schema.required ?? []).length > 0;
}

function exampleOf(schema: Schema, document: OpenAPIObject, name: string, depth: number): unknown {
  const plain = resolve(schema, document);
  if (plain === undefined || depth > DEEPEST) return {};
  if (plain.example !== undefined) return plain.example;
  if (plain.default !== undefined) return plain.default;
  if (plain.enum !== undefined) return plain.enum[0];
  const [variant] = plain.oneOf ?? plain.anyOf ?? [];
  if (variant !== undefined) return exampleOf(variant, document, name, depth + 1);
  if (plain.properties !== undefined || plain.allOf !== undefined) return objectExample(plain, document, depth);
  return valueExample(plain, document, name, depth);
}

function objectExample({ properties = {}, required = [], allOf = [] }: PlainSchema, document: OpenAPIObject, depth: number): unknown {
  const inherited = allOf.map((part) => exampleOf(part, document, 'value', depth + 1));
  // What wraps a single value in `allOf` only adds words to it.
  const [only] = inherited;
  if (inherited.length === 1 && typeof only !== 'object') return only;
  const own = Object.entries(properties).flatMap(([key, property]) => {
    const shown = required.includes(key) || ('example' in property && property.example !== undefined);
    return !shown ? [] : [[key, exampleOf(property, document, key, depth + 1)] as const];
  });
  return Object.assign({}, ...inherited, Object.fromEntries(own));
}

function valueExample(schema: PlainSchema, document: OpenAPIObject, name: string, depth: number): unknown {
  switch (schema.type) {
    case 'array':
      return schema.items !== undefined && (schema.minItems ?? 0) > 0 ? [exampleOf(schema.items, document, name, depth + 1)] : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return false;
    case 'string':
      return textExample(schema, name);
    default:
      return {};
  }
}

/** The field's own name where nothing better is known: it is short, and a word in any syntax. */
function textExample({ format, minLength = 0, maxLength }: PlainSchema, name: string): string {
  if (format === 'uri') return 'https://docs.example.com/';
  if (format === 'email') return 'ada@example.com';
  if (format === 'date-time') return '2030-01-31T12:00:00.000Z';
  return name.padEnd(minLength, '-').slice(0, maxLength);
}

function resolve(schema: Schema, document: OpenAPIObject): PlainSchema | undefined {
  let current: Schema | undefined = schema;
  for (let steps = 0; current !== undefined && '$ref' in current && steps < DEEPEST; steps += 1) {
    current = document.components?.schemas?.[current.$ref.split('/').pop() ?? ''];
  }
  return current === undefined || '$ref' in current ? undefined : current;
}
