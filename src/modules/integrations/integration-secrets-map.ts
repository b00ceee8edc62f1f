import type { SchemaObject } from '@nestjs/swagger';
import type { FieldFault } from '../../kernel/errors/errors.js';
import { isObject, notAnObject } from '../../kernel/validation/objects.js';
import { shorten } from '../../kernel/validation/text.js';
import { textFault } from '../../kernel/validation/text-check.js';

const MOST_SECRETS = 20;
const NAME = { min: 1, max: 100 };
const VALUE = { max: 10_000 };

export const SECRETS_SCHEMA: SchemaObject = {
  type: 'object',
  description: `At most ${String(MOST_SECRETS)} secrets by name, for the integration alone: encrypted at rest, and part of no answer`,
  maxProperties: MOST_SECRETS,
  additionalProperties: { type: 'string', maxLength: VALUE.max },
  writeOnly: true,
};

/** What is wrong with `secrets`. No message tells any part of a secret. */
export function secretsFaults(value: unknown, path: string): FieldFault[] {
  if (!isObject(value)) return notAnObject(value, path);
  const secrets = Object.entries(value);
  if (secrets.length > MOST_SECRETS) return [{ field: path, message: `must have at most ${String(MOST_SECRETS)} secrets, has ${String(secrets.length)}` }];
  return secrets.flatMap(([name, secret]) => {
    const field = `${path}.${shorten(name)}`;
    const nameFault = textFault(name, NAME);
    if (nameFault !== undefined) return [{ field, message: `the name ${nameFault}` }];
    const message = textFault(secret, VALUE);
    return message === undefined ? [] : [{ field, message }];
  });
}
