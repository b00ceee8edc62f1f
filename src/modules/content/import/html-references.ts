import type { Element, Root } from 'hast';
import { relativeAddress } from './folder-path.js';
import { attribute, type Parent, elementsOf } from './html-tree.js';
import type { ImportRun } from './import-run.js';

export interface HtmlReference {
  kind: 'link' | 'image';
  element: Element;
  /** Name of the attribute in the tree. */
  property: string;
  /** As written, without the white space around it; never empty. */
  address: string;
}

/** Every address that a piece of HTML names for readers: links, pictures (also late ones), media and frames. */
export function* referencesOf(parent: Parent): Generator<HtmlReference> {
  for (const element of elementsOf(parent)) {
    const kind = element.tagName === 'img' ? 'image' : 'link';
    const property = propertyOf(element);
    const address = property === undefined ? undefined : attribute(element, property)?.trim();
    if (property !== undefined && address !== undefined && address !== '') yield { kind, element, property, address };
  }
}

function propertyOf(element: Element): string | undefined {
  switch (element.tagName) {
    case 'a':
    case 'area':
      return 'href';
    case 'img':
      return imageProperty(element);
    case 'video':
    case 'audio':
    case 'source':
    case 'iframe':
      return attribute(element, 'src') === undefined ? undefined : 'src';
    default:
      return undefined;
  }
}

/** Pages that load pictures late keep the address elsewhere, with a blank picture or none in its place. */
function imageProperty(element: Element): string {
  const source = attribute(element, 'src') ?? '';
  if (source !== '' && !source.startsWith('data:')) return 'src';
  return ['dataSrc', 'dataOriginal'].find((name) => attribute(element, name) !== undefined) ?? 'src';
}

/** Writes other addresses; undefined keeps one as it is. */
export function rewriteReferences(parent: Parent, rewrite: (reference: HtmlReference) => string | undefined): void {
  for (const reference of referencesOf(parent)) {
    const address = rewrite(reference);
    if (address !== undefined) reference.element.properties[reference.property] = address;
  }
}

/** Makes files of the pictures that a document carries in itself (`data:` addresses). */
export async function copyDataImages(content: Root, pagePath: string, run: ImportRun): Promise<void> {
  for (const { kind, element, property, address } of [...referencesOf(content)]) {
    if (!/^data:/i.test(address)) continue;
    const image = kind === 'image' ? decodeDataImage(address) : undefined;
    if (image === undefined) {
      Reflect.deleteProperty(element.properties, property);
      continue;
    }
    run.countBytes(image.content.length);
    run.checkFileBytes(image.content.length, 'a picture');
    const path = await run.files.addByContent('images/picture', image.content, image.contentType);
    element.properties[property] = relativeAddress(pagePath, path);
  }
}

function decodeDataImage(address: string): { content: Buffer; contentType: string } | undefined {
  const comma = address.indexOf(',');
  const header = address.slice(0, comma).toLowerCase();
  const contentType = /^data:(image\/[\w.+-]+)/.exec(header)?.[1];
  if (comma < 0 || contentType === undefined) return undefined;
  const data = address.slice(comma + 1);
  try {
    const content = header.endsWith(';base64') ? Buffer.from(decodeURIComponent(data), 'base64') : Buffer.from(decodeURIComponent(data));
    return content.length === 0 ? undefined : { content, contentType };
  } catch {
    return undefined;
  }
}
