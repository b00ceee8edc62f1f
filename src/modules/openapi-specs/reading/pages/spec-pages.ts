import { isObject } from '../../../../kernel/validation/objects.js';
import type { SpecPage } from '../../spec-content.js';
import { code, paragraphs, table } from './markdown.js';
import { type FoundOperation, OperationWriter } from './operation-page.js';
import { type Fields, fieldsOf, listOf, partOf, type Place, type Resolve, textOf } from './place.js';
import { SchemaWriter } from './schemas.js';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const LONGEST_TITLE = 200;

/** Where operations without a tag go. */
const UNTAGGED = 'Operations';
const WEBHOOKS = 'Webhooks';

interface Group<Document> {
  readonly name: string;
  readonly operations: FoundOperation<Document>[];
}

/**
 * The pages of a spec: the first one tells what the interface is, a page for each tag lies below it, and one for each
 * operation below its first tag; at last one with the models.
 */
export function specPages<Document>(main: Place<Document>, resolve: Resolve<Document>): SpecPage[] {
  const spec = fieldsOf(main.value);
  const info = fieldsOf(partOf(main, 'info', resolve).value);
  const title = shorten(textOf(info['title']) ?? 'API');
  const description = textOf(info['description']);
  const first: SpecPage = { key: 'info', parent: null, kind: 'info', title, description: null, markdown: paragraphs([description, ...facts(spec, info)]) };
  const groups = groupsOf(main, resolve);
  return [first, ...groups.flatMap((group) => groupPages(group, spec, resolve)), ...modelPages(main, resolve)];
}

function facts(spec: Fields, info: Fields): (string | undefined)[] {
  const version = textOf(typeof info['version'] === 'number' ? String(info['version']) : info['version']);
  const shown = [...listOf(spec['servers']).map((server) => textOf(fieldsOf(server)['url'])), ...serversOf2(spec)].filter((url) => url !== undefined).map((url) => `* ${code(url)}`);
  const terms = textOf(fieldsOf(info['license'])['name']);
  return [version === undefined ? undefined : `Version ${code(version)}`, ...(shown.length === 0 ? [] : ['## Servers', shown.join('\n')]), ...(terms === undefined ? [] : ['## License', terms])];
}

/** As Swagger 2.0 tells them. */
function serversOf2(spec: Fields): string[] {
  const host = textOf(spec['host']);
  const address = `${host ?? ''}${textOf(spec['basePath']) ?? ''}`;
  const schemes = listOf(spec['schemes']).map(textOf).filter((scheme) => scheme !== undefined);
  if (address === '') return [];
  return host === undefined || schemes.length === 0 ? [address] : schemes.map((scheme) => `${scheme}://${address}`);
}

/** Tags in the order of the spec, then those that only operations name. */
function groupsOf<Document>(main: Place<Document>, resolve: Resolve<Document>): Group<Document>[] {
  const spec = fieldsOf(main.value);
  const groups = new Map<string, Group<Document>>();
  const group = (name: string): Group<Document> => {
    const known = groups.get(name) ?? { name, operations: [] };
    groups.set(name, known);
    return known;
  };
  for (const tag of listOf(spec['tags'])) {
    const name = textOf(fieldsOf(tag)['name']);
    if (name !== undefined) group(name);
  }
  for (const [word, kind, fallback] of [
    ['paths', 'operation', UNTAGGED],
    ['webhooks', 'webhook', WEBHOOKS],
  ] as const) {
    const paths = partOf(main, word, resolve);
    for (const [path, value] of Object.entries(fieldsOf(paths.value))) {
      if (path.startsWith('x-')) continue;
      const items = itemsOf({ document: paths.document, value }, resolve);
      if (items.some(isHidden)) continue;
      for (const method of METHODS) {
        const operation = items.map((item) => partOf(item, method, resolve)).findLast(({ value: there }) => isObject(there));
        if (operation === undefined || isHidden(operation)) continue;
        const tag = textOf(listOf(fieldsOf(operation.value)['tags'])[0]);
        group(tag ?? fallback).operations.push({ kind, method, path, operation, items });
      }
    }
  }
  return [...groups.values()].filter(({ operations }) => operations.length > 0);
}

/** By whom the spec is written for: what is for themselves stays out of what readers see. */
function isHidden({ value }: Place<unknown>): boolean {
  const fields = fieldsOf(value);
  return fields['x-internal'] === true || fields['x-gitbook-ignore'] === true;
}

/** A path whose operations stand elsewhere may have some of its own beside the reference. */
function itemsOf<Document>(path: Place<Document>, resolve: Resolve<Document>): Place<Document>[] {
  const item = resolve(path);
  return item.value === path.value ? [item] : [item, path];
}

function groupPages<Document>({ name, operations }: Group<Document>, spec: Fields, resolve: Resolve<Document>): SpecPage[] {
  const tag = fieldsOf(listOf(spec['tags']).find((candidate) => fieldsOf(candidate)['name'] === name));
  const key = `tag ${name}`;
  const writer = new OperationWriter(resolve);
  const pages = operations.map((found): SpecPage => {
    const fields = fieldsOf(found.operation.value);
    const call = `${found.method.toUpperCase()} ${textOf(found.path) ?? ''}`;
    const title = textOf(fields['summary']) ?? textOf(fields['operationId']) ?? call;
    return { key: `${found.kind} ${call}`, parent: key, kind: 'operation', title: shorten(title), description: null, markdown: writer.write(found) };
  });
  const rows = pages.map(({ key: call, title }) => [code(call.replace(/^\w+ /, '')), title]);
  const markdown = paragraphs([textOf(tag['description']), table(['Operation', 'What it does'], rows)]);
  return [{ key, parent: 'info', kind: 'operations', title: shorten(textOf(tag['x-page-title']) ?? textOf(tag['x-displayName']) ?? name), description: textOf(tag['x-page-description']) ?? null, markdown }, ...pages];
}

function modelPages<Document>(main: Place<Document>, resolve: Resolve<Document>): SpecPage[] {
  const schemasOf3 = partOf(partOf(main, 'components', resolve), 'schemas', resolve);
  const named = schemasOf3.value === undefined ? partOf(main, 'definitions', resolve) : schemasOf3;
  const models = Object.entries(fieldsOf(named.value)).filter(([, value]) => !isHidden(resolve({ document: named.document, value })));
  if (models.length === 0) return [];
  const schemas = new SchemaWriter(resolve);
  const parts = models.flatMap(([name, value]) => {
    const place = { document: named.document, value };
    return [`## ${(textOf(name) ?? '?').replace(/\s+/g, ' ')}`, textOf(fieldsOf(resolve(place).value)['description']), `Type: ${schemas.type(place)}`, schemas.properties(place)];
  });
  return [{ key: 'models', parent: 'info', kind: 'models', title: 'Models', description: null, markdown: paragraphs(parts) }];
}

function shorten(title: string): string {
  const line = title.replace(/\s+/g, ' ').trim();
  return [...line].length > LONGEST_TITLE ? `${[...line].slice(0, LONGEST_TITLE - 1).join('')}…` : line;
}
