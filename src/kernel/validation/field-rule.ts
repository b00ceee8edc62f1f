import type { Type } from '@nestjs/common';
import { ValidateBy } from 'class-validator/cjs/decorator/common/ValidateBy.js';
import { getMetadataStorage } from 'class-validator/cjs/metadata/MetadataStorage.js';
import { Validator } from 'class-validator/cjs/validation/Validator.js';
import type { FieldFault } from '../errors/errors.js';
import { faultsAt, MAX_FAULTS } from './faults.js';
import { isObject, notAnObject } from './objects.js';
import { shorten } from './text.js';

/** What is wrong with a value that is neither undefined nor null; `path` is the field's name. */
export type FieldCheck = (value: unknown, path: string) => readonly FieldFault[];

const RULE = 'field';
const validator = new Validator();

/**
 * The faults found in the object being validated. class-validator's own errors hold one text for each
 * rule; a rule here may find several faults, also below its field.
 */
const found = new WeakMap<object, FieldFault[]>();

/** A class-validator rule: the field must be there, must not be null, and must pass the check. */
export function fieldRule(check: FieldCheck): PropertyDecorator {
  return ValidateBy({
    name: RULE,
    validator: {
      validate(value: unknown, context): boolean {
        const property = context?.property ?? '';
        const faults = faultsOf(value, property, check);
        if (context !== undefined) found.get(context.object)?.push(...faults.slice(0, MAX_FAULTS));
        return faults.length === 0;
      },
    },
  });
}

function faultsOf(value: unknown, field: string, check: FieldCheck): readonly FieldFault[] {
  if (value === undefined) return [{ field, message: 'is required' }];
  if (value === null) return [{ field, message: 'must not be null' }];
  return check(value, field);
}

export interface Checked<Dto> {
  /** An instance of the class with what was sent; nested objects stay as they are. */
  dto: Dto;
  /** Paths are relative to the object; the object's own fault has an empty path. */
  faults: FieldFault[];
}

/** Checks an object, with all its fields and against unknown ones. Fields that weren't sent keep the class's initial value. */
export function checkObject<Dto extends object>(type: Type<Dto>, value: unknown): Checked<Dto> {
  const dto = new type();
  if (!isObject(value)) return { dto, faults: notAnObject(value, '') };
  const fields = fieldsOf(type);
  const faults: FieldFault[] = [];
  for (const key of Object.keys(value)) {
    if (fields.has(key)) Reflect.set(dto, key, value[key]);
    else if (faults.length < MAX_FAULTS) faults.push({ field: shorten(key), message: unknownField(fields) });
  }
  return { dto, faults: [...faults, ...faultsOfRules(dto)] };
}

/** The check for a field that holds an object of another class. */
export function objectCheck(type: () => Type<object>): FieldCheck {
  return (value, path) => faultsAt(path, checkObject(type(), value).faults);
}

function faultsOfRules(dto: object): FieldFault[] {
  const faults: FieldFault[] = [];
  found.set(dto, faults);
  const errors = validator.validateSync(dto, { forbidUnknownValues: false });
  for (const { property, constraints = {} } of errors) {
    for (const [rule, text] of Object.entries(constraints)) {
      if (rule !== RULE) faults.push({ field: property, message: text.replace(`${property} `, '') });
    }
  }
  const [first] = errors;
  if (first !== undefined && faults.length === 0) faults.push({ field: first.property, message: 'is not valid' });
  return faults;
}

const fieldsByType = new WeakMap<Type<object>, ReadonlySet<string>>();

/** The fields that a class declares, base classes included. */
function fieldsOf(type: Type<object>): ReadonlySet<string> {
  const known = fieldsByType.get(type);
  if (known !== undefined) return known;
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const fields = new Set(rules.map(({ propertyName }) => propertyName));
  fieldsByType.set(type, fields);
  return fields;
}

function unknownField(fields: ReadonlySet<string>): string {
  return fields.size === 0 ? 'is unknown; no fields are allowed here' : `is unknown; allowed are ${[...fields].join(', ')}`;
}
