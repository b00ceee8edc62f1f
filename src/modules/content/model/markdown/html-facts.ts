import type { FactsCollector } from './facts-collector.js';
import type { MarkdownLink } from './markdown-facts.js';
import { type HtmlToken, htmlTokens } from './syntax/html-tokens.js';

type OpenTag = Extract<HtmlToken, { type: 'open' }>;
type Kind = MarkdownLink['kind'];

/** Attributes that name addresses. */
const ADDRESSES: Readonly<Record<string, readonly [attribute: string, kind: Kind][]>> = {
  area: [['href', 'link']],
  audio: [['src', 'file']],
  embed: [['src', 'embed']],
  iframe: [['src', 'embed']],
  img: [['src', 'image'], ['srcset', 'image']],
  source: [['src', 'file'], ['srcset', 'image']],
  video: [['src', 'file'], ['poster', 'image']],
};
const BLOCK = new Set(
  'address article aside blockquote br caption center dd details div dl dt fieldset figcaption figure footer form header hr li main nav ol option p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const HEADING = /^h[1-6]$/;
const INVISIBLE = new Set(['script', 'style', 'template']);

/** Reads the HTML of a page, piece by piece: a link may begin in one and end in another one. */
export class HtmlFacts {
  private endLink: (() => void) | undefined;

  constructor(private readonly facts: FactsCollector) {}

  read(html: string): void {
    let invisible: string | undefined;
    for (const token of htmlTokens(html)) {
      if (invisible !== undefined) {
        invisible = token.type === 'close' && token.name === invisible ? undefined : invisible;
      } else if (token.type === 'text') {
        this.facts.text(token.text);
      } else if (token.type === 'open') {
        invisible = INVISIBLE.has(token.name) ? token.name : undefined;
        this.open(token);
      } else if (token.type === 'close') {
        this.close(token.name);
      }
    }
  }

  private open(tag: OpenTag): void {
    if (HEADING.test(tag.name)) {
      this.facts.startHeading(Number(tag.name.slice(1)));
    } else if (BLOCK.has(tag.name)) {
      this.facts.lineEnd();
    }
    const id = tag.attributes.get('id') ?? '';
    this.facts.anchor(id);
    this.facts.anchor(tag.attributes.get('name') ?? '');
    const title = tag.attributes.get('alt') ?? '';
    if (tag.name === 'a') {
      this.finishLink();
      const address = tag.attributes.get('href');
      // An anchor that names itself (`<a href="#x" id="x">`) leads nowhere.
      if (address !== undefined && (id === '' || address !== `#${id}`)) {
        this.endLink = this.facts.startLink('link', address);
      }
    }
    for (const [attribute, kind] of ADDRESSES[tag.name] ?? []) {
      const value = tag.attributes.get(attribute);
      if (value !== undefined) {
        for (const address of attribute === 'srcset' ? srcsetAddresses(value) : [value]) {
          this.facts.link(kind, address, title);
        }
      }
    }
    if (title !== '') {
      this.facts.alternativeText(` ${title} `);
    }
  }

  private close(name: string): void {
    if (name === 'a') {
      this.finishLink();
    } else if (HEADING.test(name)) {
      this.facts.endHeading();
    } else if (BLOCK.has(name)) {
      this.facts.lineEnd();
    }
  }

  finishLink(): void {
    this.endLink?.();
    this.endLink = undefined;
  }
}

/** Addresses are parted by white space from what follows; one that ends with a comma has no descriptors, others have them up to the next comma. */
function srcsetAddresses(value: string): string[] {
  const addresses: string[] = [];
  let inDescriptors = false;
  for (const part of value.split(/\s+/)) {
    const ends = part.endsWith(',');
    if (!inDescriptors) {
      const address = withoutCommas(part);
      if (address !== '') {
        addresses.push(address);
        inDescriptors = !ends;
      }
    } else if (ends) {
      inDescriptors = false;
    }
  }
  return addresses;
}

function withoutCommas(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === ',') {
    start += 1;
  }
  while (end > start && text[end - 1] === ',') {
    end -= 1;
  }
  return text.slice(start, end);
}
