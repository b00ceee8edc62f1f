import type { OpenAPIObject } from '@nestjs/swagger';
import { errorExample, ERRORS } from './error-examples.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** Addresses of what is read with an entity tag. */
const TAGGED = /\/content(?!\/export$)|\/revisions\/\{revisionId\}$|\/links$|^\/v1\/spaces\/\{spaceId\}\/search$|^\/v1\/orgs\/\{organizationId\}\/sites\/\{siteId\}(?:$|\/published$|\/adaptive-schema|.*\/customization$)/;

/**
 * Adds to every operation what follows from its kind: bodies can be too large or no JSON, what was made has
 * a `Location`, and reads of content and of sites can be revalidated.
 */
export function completeAnswers(document: OpenAPIObject): void {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of [item.get, item.put, item.post, item.delete, item.patch]) {
      if (operation !== undefined) complete(operation, TAGGED.test(path) && operation === item.get);
    }
  }
}

function complete({ requestBody, responses }: Operation, isTagged: boolean): void {
  const bad = responses['400'];
  if (requestBody !== undefined && bad !== undefined && 'content' in bad) {
    for (const code of [413, 415]) {
      const content = Object.entries(bad.content ?? {}).map(([type, media]) => [type, { ...media, example: errorExample(code) }]);
      responses[String(code)] ??= { description: ERRORS[code] ?? '', content: Object.fromEntries(content) };
    }
  }
  const made = responses['201'];
  if (made !== undefined && 'description' in made) {
    made.headers = { Location: { description: 'Address of what was made', schema: { type: 'string', format: 'uri' } } };
  }
  if (isTagged) responses['304'] ??= { description: 'Not changed since the answer with the entity tag of `If-None-Match`' };
}
