import type { SchemaObject } from '@nestjs/swagger';
import type { FieldFault } from '../../kernel/errors/errors.js';
import { objectCheck } from '../../kernel/validation/field-rule.js';
import { KeptAddress, Text } from '../../kernel/validation/body-fields.js';
import { isObject, notAnObject } from '../../kernel/validation/objects.js';

const LONGEST_URL = 2_048;
/** In code points; the limit of a body is reached before it. */
const LONGEST_TEXT = 50_000_000;

class UrlSourceDto {
  @KeptAddress({ max: LONGEST_URL })
  url: string;
}

class TextSourceDto {
  @Text({ min: 1, max: LONGEST_TEXT })
  text: string;
}

/** Where a spec is read from: an address, or the text itself. */
export type SpecSource = { readonly url: string; readonly text?: undefined } | { readonly text: string; readonly url?: undefined };

const BRANCHES = { url: objectCheck(() => UrlSourceDto), text: objectCheck(() => TextSourceDto) };

/** Exactly one of the two forms. */
export function sourceFaults(value: unknown, path: string): FieldFault[] {
  if (!isObject(value)) return notAnObject(value, path);
  const [hasUrl, hasText] = [Object.hasOwn(value, 'url'), Object.hasOwn(value, 'text')];
  if (hasUrl === hasText) return [{ field: path, message: hasUrl ? 'must have url or text, not both' : 'must have url or text' }];
  return [...BRANCHES[hasUrl ? 'url' : 'text'](value, path)];
}

export const SOURCE_SCHEMA: SchemaObject = {
  description: 'The address of the spec, which is fetched, or its text; JSON or YAML.',
  oneOf: [
    { type: 'object', properties: { url: { type: 'string', format: 'uri', maxLength: LONGEST_URL } }, required: ['url'], additionalProperties: false },
    { type: 'object', properties: { text: { type: 'string', minLength: 1 } }, required: ['text'], additionalProperties: false },
  ],
};
