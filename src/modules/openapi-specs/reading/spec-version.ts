import { SpecFault } from '../spec-content.js';
import type { Json } from './parse-document.js';

/** Versions of OpenAPI that are read; a number where YAML takes an unquoted one for that. */
const VERSIONS = { swagger: /^2(?:\.0)?$/, openapi: /^3(?:\.[01](?:\.\d+(?:-[\w.]+)?)?)?$/ } as const;

/** Tells OpenAPI from any other document. Nothing more is asked: most documents out there break some rule. @throws SpecFault */
export function requireOpenApi(value: Json, place: string): void {
  for (const [word, pattern] of Object.entries(VERSIONS)) {
    if (!Object.hasOwn(value, word)) continue;
    const version: unknown = Reflect.get(value, word);
    if ((typeof version === 'string' || typeof version === 'number') && pattern.test(String(version))) return requireObjects(value, place);
    throw new SpecFault('PARSE_ERROR', `${place} is of a version that is not read: ${word} must be 2.0, 3.0 or 3.1, and is ${JSON.stringify(version).slice(0, 80)}.`);
  }
  throw new SpecFault('PARSE_ERROR', `${place} is not an OpenAPI spec: it has neither "openapi" nor "swagger".`);
}

function requireObjects(value: Json, place: string): void {
  for (const word of ['info', 'paths', 'components', 'definitions', 'webhooks']) {
    const part: unknown = Reflect.get(value, word);
    if (part !== undefined && part !== null && (typeof part !== 'object' || Array.isArray(part))) throw new SpecFault('PARSE_ERROR', `${place} can't be read: "${word}" must be an object.`);
  }
}
