import { createHash } from 'node:crypto';
import { isObject } from '../../../kernel/validation/objects.js';
import { type SpecContent, type SpecDocument, SpecFault } from '../spec-content.js';
import type { SpecSource } from '../spec-source.js';
import type { ReadingLimits } from './limits.js';
import { type Json, parseDocument } from './parse-document.js';
import type { Place } from './pages/place.js';
import { specPages } from './pages/spec-pages.js';
import { leadsSomewhere, pointTo, step } from './pointers.js';
import { findReferences, type FoundReferences, type Reference } from './references.js';
import { requireOpenApi } from './spec-version.js';

/** What an address answered. */
export interface Fetched {
  /** After redirects. */
  readonly url: string;
  readonly bytes: Uint8Array;
}

/** @throws SpecFault */
export type Fetch = (url: string) => Promise<Fetched>;

interface GatheredDocument extends FoundReferences {
  readonly place: string;
  readonly url: string | null;
  readonly value: Json;
  readonly written: SpecDocument;
  /** What its references lead to, by their texts; to nothing while they are followed. */
  readonly followed: Map<string, Place<GatheredDocument>>;
}

/** A reference resolved to an address without its fragment; the holder itself where it has none. */
interface Target {
  readonly address: string | undefined;
  readonly fragment: string;
}

/** References one behind the other that are followed. */
const MOST_HOPS = 50;

/** Documents fetched at the same time. */
const AT_ONCE = 8;

/** Reads a source with everything that it references, however far. @throws SpecFault */
export class Gathering {
  private readonly documents = new Map<string, GatheredDocument>();
  /** By the address that answered, too. */
  private readonly byUrl = new Map<string, GatheredDocument>();
  private characters = 0;

  constructor(
    private readonly fetch: Fetch,
    private readonly limits: ReadingLimits,
  ) {}

  async gather(source: SpecSource): Promise<SpecContent> {
    const main = source.url === undefined ? this.add(textPlace(source.text), null, new TextEncoder().encode(source.text)) : await this.load(withoutFragment(new URL(source.url)));
    requireOpenApi(main.value, main.place);
    for (let missing = this.missingFrom([main]); missing.length > 0; ) {
      if (this.documents.size + missing.length > this.limits.documents) throw new SpecFault('PARSE_ERROR', `The spec has more than ${String(this.limits.documents)} documents.`);
      const added: GatheredDocument[] = [];
      for (let start = 0; start < missing.length; start += AT_ONCE) {
        added.push(...(await Promise.all(missing.slice(start, start + AT_ONCE).map((address) => this.load(address)))));
      }
      missing = this.missingFrom(added);
    }
    for (const document of this.documents.values()) this.checkReferences(document);
    const documents = [...this.documents.values()].map(({ written }) => written);
    const pages = specPages({ document: main, value: main.value }, (place) => this.resolve(place));
    return { documents, pages: new TextEncoder().encode(JSON.stringify(pages)), hash: hashOf(documents) };
  }

  /** Follows references until something else stands there; to nothing where they lead in a circle. */
  private resolve(place: Place<GatheredDocument>, hops = MOST_HOPS): Place<GatheredDocument> {
    const text = referenceOf(place.value);
    if (text === undefined) return place;
    const known = place.document.followed.get(text);
    if (known !== undefined) return known;
    place.document.followed.set(text, { document: place.document, value: undefined });
    const target = hops === 0 ? undefined : this.findTarget(place.document, { text, at: '', within: undefined });
    const found = target === undefined ? { document: place.document, value: undefined } : this.resolve(this.point(target.document, target.fragment, hops - 1), hops - 1);
    place.document.followed.set(text, found);
    return found;
  }

  /** What a fragment leads to, also through references on the way. */
  private point(document: GatheredDocument, fragment: string, hops: number): Place<GatheredDocument> {
    if (!fragment.startsWith('/')) return { document, value: pointTo(document.value, fragment, document.named) };
    let place: Place<GatheredDocument> = { document, value: document.value };
    for (const word of fragment.slice(1).split('/')) {
      const holder = step(place.value, word) === undefined ? this.resolve(place, hops) : place;
      place = { document: holder.document, value: step(holder.value, word)?.value };
    }
    return place;
  }

  private async load(address: string): Promise<GatheredDocument> {
    const { url, bytes } = await this.fetch(address);
    return this.add(address, withoutFragment(new URL(url)), bytes);
  }

  private add(place: string, url: string | null, bytes: Uint8Array): GatheredDocument {
    const { json, value, isJson } = parseDocument(bytes, place, this.limits.bytes - this.characters);
    this.characters += json.length;
    const found = findReferences(value);
    if (found.bad !== undefined) throw new SpecFault('PARSE_ERROR', `${place} can't be read: the $ref at "#${found.bad}" must be a text.`);
    // The bytes of plain JSON stand for both.
    const document = new TextEncoder().encode(json);
    const written = { place, url, document, source: isJson && document.length === bytes.length ? null : bytes };
    const gathered: GatheredDocument = { place, url, value, written, followed: new Map(), ...found };
    this.documents.set(place, gathered);
    if (url !== null && !this.byUrl.has(url)) this.byUrl.set(url, gathered);
    return gathered;
  }

  private find(address: string): GatheredDocument | undefined {
    return this.documents.get(address) ?? this.byUrl.get(address);
  }

  /** Addresses that these documents refer to and that aren't there yet. */
  private missingFrom(documents: readonly GatheredDocument[]): string[] {
    const targets = documents.flatMap((document) => document.references.map((reference) => this.targetOf(document, reference).address));
    return [...new Set(targets)].filter((address) => address !== undefined).filter((address) => this.find(address) === undefined);
  }

  private targetOf(document: GatheredDocument, { text, at, within }: Reference): Target {
    const [path = '', ...fragments] = text.split('#');
    const fragment = fragments.join('#');
    if (path === '') return { address: undefined, fragment };
    const base = [within, document.url].find((candidate) => typeof candidate === 'string' && URL.canParse(candidate));
    if (document.named.has(path) || this.isNamed(document, path, base)) return { address: undefined, fragment: '' };
    if (!URL.canParse(path, base ?? undefined)) {
      throw new SpecFault('PARSE_ERROR', `"${shown(text)}" at "#${at}" in ${document.place} can't be resolved: ${document.url === null ? 'the spec came as text, so it has no address' : 'it is no address'}.`);
    }
    return { address: new URL(path, base ?? undefined).href, fragment };
  }

  /** Undefined where what is called a reference is none: a property, or data. */
  private findTarget(document: GatheredDocument, reference: Reference): { document: GatheredDocument; fragment: string } | undefined {
    try {
      const { address, fragment } = this.targetOf(document, reference);
      const target = address === undefined ? document : this.find(address);
      return target && { document: target, fragment };
    } catch (error) {
      if (error instanceof SpecFault) return undefined;
      throw error;
    }
  }

  /** Whether a schema of the document is called by this address. */
  private isNamed({ named }: GatheredDocument, path: string, base: string | null | undefined): boolean {
    return named.size > 0 && URL.canParse(path, base ?? undefined) && named.has(new URL(path, base ?? undefined).href);
  }

  private checkReferences(document: GatheredDocument): void {
    for (const reference of document.references) {
      const { address, fragment } = this.targetOf(document, reference);
      const target = address === undefined ? document : this.find(address);
      const within = address === undefined && reference.within !== undefined ? document.named.get(reference.within) : undefined;
      const leads = target !== undefined && [within, target.value].some((root) => root !== undefined && leadsSomewhere(root, fragment, target.named));
      if (!leads) throw new SpecFault('PARSE_ERROR', `"${shown(reference.text)}" at "#${reference.at}" in ${document.place} leads nowhere.`);
    }
  }
}

function referenceOf(value: unknown): string | undefined {
  const ref = isObject(value) ? value['$ref'] : undefined;
  return typeof ref === 'string' ? ref : undefined;
}

const LONGEST_SHOWN = 300;

function shown(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

function withoutFragment(url: URL): string {
  url.hash = '';
  return url.href;
}

function textPlace(text: string): string {
  return text.trimStart().startsWith('{') ? 'openapi.json' : 'openapi.yaml';
}

function hashOf(documents: readonly SpecDocument[]): string {
  const hash = createHash('sha256');
  for (const { place, url, document, source } of documents) {
    hash.update(JSON.stringify([place, url, document.length, source?.length ?? 0])).update(document);
    if (source !== null) hash.update(source);
  }
  return hash.digest('hex');
}
