import type { Type } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, type ApiPropertyOptions, DECORATORS, getSchemaPath, type SchemaObject } from '@nestjs/swagger';

/** The OpenAPI 3.0 schema of one field, as its type decorator knows it. */
export interface FieldSchema extends SchemaObject {
  /** Publishes the values of `enum` once, under this name. */
  enumName?: string;
  /** The field is an object of this class, or with `type: 'array'` a list of them. */
  model?: () => Type<object>;
}

/** What the decorators of one field have told so far, in whatever order they came. */
interface Description {
  required: boolean;
  nullable: boolean;
  schema: FieldSchema;
}

const DESCRIPTION = Symbol('field description');

/**
 * Adds to the field's entry in the OpenAPI document. The entry is written anew each time, because
 * "may be null" reads differently for a plain type, an enumeration and a reference.
 */
export function describeField(part: Partial<Description>): PropertyDecorator {
  return (target, key) => {
    const known: unknown = Reflect.getOwnMetadata(DESCRIPTION, target, key);
    const description: Description = { required: true, nullable: false, schema: {}, ...(known ?? {}), ...part };
    Reflect.defineMetadata(DESCRIPTION, description, target, key);
    // An own empty entry: neither an earlier entry nor that of a base class shines through.
    Reflect.defineMetadata(DECORATORS.API_MODEL_PROPERTIES, {}, target, key);
    const { model } = description.schema;
    if (model !== undefined && namesModel(description)) ApiExtraModels(model())(target.constructor);
    ApiProperty(entryOf(description))(target, key);
  };
}

/** The same schema, letting null through: OpenAPI 3.0 heeds `nullable` only beside a `type`, and an `enum` must list null. */
export function nullable(schema: SchemaObject): SchemaObject {
  if (schema.enum !== undefined) return { ...schema, nullable: true, enum: [...schema.enum, null] };
  if (schema.type !== undefined) return { ...schema, nullable: true };
  const { oneOf, anyOf, description, ...rest } = schema;
  const alternatives = oneOf ?? anyOf ?? [rest];
  return { ...(description === undefined ? {} : { description }), [anyOf === undefined ? 'oneOf' : 'anyOf']: [...alternatives, ONLY_NULL] };
}

const ONLY_NULL: SchemaObject = { type: 'string', nullable: true, enum: [null] };

/** Nest resolves a bare model itself; inside a hand-written schema it is named by path and must be announced. */
function namesModel({ nullable, schema }: Description): boolean {
  return nullable || schema.type === 'array';
}

function entryOf(description: Description): ApiPropertyOptions {
  const { required } = description;
  const schema = schemaOf(description);
  // Nest reads `required` as the field's own: an object's list of required properties goes one step down.
  const entry = Array.isArray(schema.required) ? { allOf: [schema] } : schema;
  // Nest wants a type with every entry, and takes it away again beside alternatives.
  return { type: 'object', ...entry, required } as ApiPropertyOptions; // hand-written schemas are wider than the decorator's own type
}

function schemaOf(description: Description): Omit<FieldSchema, 'type'> & { type?: unknown } {
  const { enumName, model, ...plain } = description.schema;
  if (model !== undefined && !namesModel(description)) return { ...plain, type: () => model() };
  if (model !== undefined) return withModel(plain, getSchemaPath(nameOf(model())), description.nullable);
  if (description.nullable) return nullable(plain);
  return enumName === undefined ? plain : { ...plain, enumName };
}

function withModel(schema: SchemaObject, path: string, mayBeNull: boolean): SchemaObject {
  const reference = { $ref: path };
  if (schema.type === 'array') return { ...schema, items: reference, ...(mayBeNull ? { nullable: true } : {}) };
  return nullable({ ...schema, oneOf: [reference] });
}

/** The name of a class in the OpenAPI document: that of `@ApiSchema`, else its own. */
export function nameOf(model: Type<object>): string {
  const schemas: unknown = Reflect.getOwnMetadata(DECORATORS.API_SCHEMA, model);
  const last: unknown = Array.isArray(schemas) ? schemas.at(-1) : undefined;
  if (typeof last === 'object' && last !== null && 'name' in last && typeof last.name === 'string') return last.name;
  return model.name;
}
