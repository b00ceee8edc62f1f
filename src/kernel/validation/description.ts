import type { Type } from '@nestjs/common';
import type { ApiPropertyOptions, SchemaObject } from '@nestjs/swagger';
import { getSchemaPath, late } from '../openapi/late-decorators.js';

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
 * Adds to the field's entry in the OpenAPI document. The entry is written when all is told, because
 * "may be null" reads differently for a plain type, an enumeration and a reference.
 */
export function describeField(part: Partial<Description>): PropertyDecorator {
  return (target, key) => {
    const known = descriptionOf(target, key);
    Reflect.defineMetadata(DESCRIPTION, { required: true, nullable: false, schema: {}, ...known, ...part }, target, key);
    if (known === undefined) writeEntry(target, key);
  };
}

/** Tells of the field what another class's own field of that name tells. */
export function describeAs(model: Type<object>): PropertyDecorator {
  return (target, key) => {
    describeField(descriptionOf(model.prototype as object, key) ?? {})(target, key);
  };
}

const writeEntry = late(({ ApiExtraModels, ApiProperty, DECORATORS }) => (target: object, key: string | symbol) => {
  const description = descriptionOf(target, key);
  if (description === undefined) return;
  // An own empty entry: that of a base class doesn't shine through.
  Reflect.defineMetadata(DECORATORS.API_MODEL_PROPERTIES, {}, target, key);
  const { model } = description.schema;
  if (model !== undefined && namesModel(description)) ApiExtraModels(model())(target.constructor);
  ApiProperty(entryOf(description))(target, key);
});

function descriptionOf(target: object, key: string | symbol): Description | undefined {
  return Reflect.getOwnMetadata(DESCRIPTION, target, key) as Description | undefined; // written by `describeField` alone
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
  if (model !== undefined) return withModel(plain, getSchemaPath(model()), description.nullable);
  if (description.nullable) return nullable(plain);
  return enumName === undefined ? plain : { ...plain, enumName };
}

function withModel(schema: SchemaObject, path: string, mayBeNull: boolean): SchemaObject {
  const reference = { $ref: path };
  if (schema.type === 'array') return { ...schema, items: reference, ...(mayBeNull ? { nullable: true } : {}) };
  return nullable({ ...schema, oneOf: [reference] });
}
