/** A reference to another place, as it stands in a document. */
export interface Reference {
  /** As it is written. */
  readonly text: string;
  /** JSON pointer of what holds it. */
  readonly at: string;
  /** The nearest `$id` above, where there is one: the reference is relative to it. */
  readonly within: string | undefined;
}

export interface FoundReferences {
  readonly references: readonly Reference[];
  /** Values that other places can refer to by name: by `$id`, resolved against those above, or by `#` and an anchor. */
  readonly named: ReadonlyMap<string, object>;
  /** JSON pointer of the first `$ref` that is no text. */
  readonly bad: string | undefined;
}

/** Their keys are names that somebody chose, not words of OpenAPI; what they name are objects. */
const NAMES = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'dependentSchemas', 'schemas', 'responses', 'parameters', 'examples', 'requestBodies', 'headers', 'securitySchemes', 'links', 'callbacks', 'pathItems', 'paths', 'webhooks', 'variables', 'encoding', 'content', 'securityDefinitions']);
/** Hold data or texts, in which nothing refers to anything by `$ref`. */
const DATA = new Set(['example', 'default', 'enum', 'const', 'value', 'mapping', 'scopes']);
/** Hold a map of data where they aren't lists. */
const DATA_MAPS = new Set(['examples']);

interface Place {
  readonly value: object;
  readonly at: string;
  readonly within: string | undefined;
  /** Its keys are names. */
  readonly isMap: boolean;
}

/** Every reference of a document, in the order of the document. Walks without calling itself. */
export function findReferences(root: object): FoundReferences {
  const references: Reference[] = [];
  const named = new Map<string, object>();
  let bad: string | undefined;
  const waiting: Place[] = [{ value: root, at: '', within: undefined, isMap: false }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { value, at, isMap } = place;
    const words = isMap || Array.isArray(value) ? undefined : (value as Readonly<Record<string, unknown>>); // an object that isn't a list
    const within = words === undefined ? place.within : nameValues(words, place, named);
    const ref: unknown = Array.isArray(value) || !Object.hasOwn(value, '$ref') ? undefined : Reflect.get(value, '$ref');
    // Also that of a map, such as `paths` that are another document: what is named is never a text.
    if (typeof ref === 'string') references.push({ text: ref, at, within });
    else if (words !== undefined && ref !== undefined && (typeof ref !== 'object' || ref === null)) bad ??= at;
    for (const text of words === undefined ? [] : otherReferences(words, at)) references.push({ text, at, within });
    for (const child of childrenOf(value, { at, within, isMap }).reverse()) waiting.push(child);
  }
  return { references, named, bad };
}

function childrenOf(value: object, { at, within, isMap }: Omit<Place, 'value'>): Place[] {
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, child]: [string, unknown]) => {
    if (typeof child !== 'object' || child === null) return [];
    const isWord = !isList && !isMap;
    if (isWord && (DATA.has(key) || key.startsWith('x-') || (DATA_MAPS.has(key) && Array.isArray(child)))) return [];
    return [{ value: child, at: `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, within, isMap: isWord && NAMES.has(key) && !Array.isArray(child) }];
  });
}

/** Registers what a schema is called; answers the `$id` that holds within it. */
function nameValues(words: Readonly<Record<string, unknown>>, { value, within }: Place, named: Map<string, object>): string | undefined {
  for (const anchor of [words['$anchor'], words['$dynamicAnchor']]) {
    if (typeof anchor === 'string') named.set(`#${anchor}`, value);
  }
  const id = words['$id'];
  if (typeof id !== 'string') return within;
  if (id.startsWith('#')) {
    named.set(id, value);
    return within;
  }
  const resolved = within === undefined || !URL.canParse(id, within) ? id : new URL(id, within).href;
  named.set(resolved, value);
  return resolved;
}

/** Where the interface says "reference" by another word. */
function otherReferences(words: Readonly<Record<string, unknown>>, at: string): string[] {
  const operation = at.includes('/links/') ? words['operationRef'] : undefined;
  const mapping = at.endsWith('/discriminator') ? words['mapping'] : undefined;
  const mapped = typeof mapping === 'object' && mapping !== null ? Object.values(mapping) : [];
  // A mapping may also tell the bare name of a schema.
  return [operation, ...mapped.filter((text) => typeof text === 'string' && /[#/]|\.(?:json|ya?ml)$/i.test(text))].filter((text) => typeof text === 'string');
}
