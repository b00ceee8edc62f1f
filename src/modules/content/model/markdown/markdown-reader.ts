import type { Definition, Nodes } from 'mdast';
import { FactsCollector } from './facts-collector.js';
import { splitFrontMatter } from './front-matter.js';
import { HtmlFacts } from './html-facts.js';
import type { MarkdownFacts, MarkdownLink } from './markdown-facts.js';
import { type LiquidTag, liquidTags } from './syntax/liquid-tags.js';
import { parseMarkdown } from './syntax/parse-markdown.js';
import { joinLines } from './text-lines.js';

/** Front matter that names pictures. */
const COVERS = ['cover', 'coverDark'];
/** Attributes of `{% … %}` tags that readers see. */
const VISIBLE_ATTRIBUTES = ['title', 'summary', 'description', 'caption'];
/** What readers see above a code block: `title="main.js"` behind its language. */
const CODE_TITLE = /(?:^|\s)title="([^"]*)"/;

/** Never throws, whatever the text is; takes a time linear in it. */
export function readMarkdownFacts(markdown: string): MarkdownFacts {
  const { frontMatter, body } = splitFrontMatter(markdown);
  const { root, restore } = parseMarkdown(body);
  const facts = new FactsCollector();
  for (const key of COVERS) {
    const cover = Object.hasOwn(frontMatter, key) ? frontMatter[key] : undefined;
    if (typeof cover === 'string' && cover !== '') {
      facts.link('image', cover, '');
    }
  }
  const reader = new FactsReader(facts, restore);
  reader.readAll(root);
  const sections = facts.sections();
  return {
    frontMatter,
    ...(facts.heading === undefined ? {} : { heading: facts.heading }),
    anchors: facts.anchors(),
    sections,
    links: facts.links,
  };
}

class FactsReader {
  private readonly html: HtmlFacts;
  private readonly definitions = new Map<string, Definition>();
  private readonly used = new Set<string>();
  /** Address of the `{% content-ref %}` around: the link inside repeats it. */
  private contentRef: string | undefined;

  constructor(
    private readonly facts: FactsCollector,
    private readonly restore: (text: string) => string,
  ) {
    this.html = new HtmlFacts(facts);
  }

  readAll(root: Nodes): void {
    this.collectDefinitions(root);
    this.read(root);
  }

  private collectDefinitions(node: Nodes): void {
    if (node.type === 'definition') {
      // The first one of a name counts.
      if (!this.definitions.has(node.identifier)) {
        this.definitions.set(node.identifier, node);
      }
    } else if (node.type === 'linkReference' || node.type === 'imageReference') {
      this.used.add(node.identifier);
    }
    if ('children' in node) {
      for (const child of node.children) {
        this.collectDefinitions(child);
      }
    }
  }

  private read(node: Nodes): void {
    const { facts, restore } = this;
    switch (node.type) {
      case 'text':
        facts.text(joinLines(restore(node.value)));
        return;
      case 'inlineCode':
      case 'formula':
        facts.text(restore(node.value));
        return;
      case 'code': {
        const title = CODE_TITLE.exec(restore(node.meta ?? ''))?.[1];
        if (title !== undefined) {
          facts.text(title);
          facts.lineEnd();
        }
        facts.text(restore(node.value));
        return;
      }
      case 'break':
        facts.lineEnd();
        return;
      case 'heading':
        facts.startHeading(node.depth);
        this.readChildren(node);
        this.html.finishLink();
        facts.endHeading();
        return;
      case 'link':
        this.readLink(node, node.url);
        return;
      case 'linkReference':
        this.readLink(node, this.definitions.get(node.identifier)?.url);
        return;
      case 'image':
        this.readImage(node.url, node.alt, node.title);
        return;
      case 'imageReference': {
        const definition = this.definitions.get(node.identifier);
        this.readImage(definition?.url, node.alt, definition?.title);
        return;
      }
      case 'definition':
        if (!this.used.has(node.identifier)) {
          facts.link('link', restore(node.url), restore(node.label ?? node.identifier));
        }
        return;
      case 'html':
        this.html.read(restore(node.value));
        return;
      case 'liquid':
        for (const tag of liquidTags(restore(node.value))) {
          this.readTag(tag);
        }
        return;
      default:
        this.readChildren(node);
    }
    if (node.type === 'tableCell') {
      facts.lineEnd();
    }
  }

  private readChildren(node: Nodes): void {
    if ('children' in node) {
      const holdsBlocks = node.type === 'root' || node.type === 'blockquote' || node.type === 'listItem' || node.type === 'footnoteDefinition';
      for (const child of node.children) {
        this.read(child);
        if (holdsBlocks) {
          this.facts.lineEnd();
        }
      }
    }
  }

  private readLink(node: Nodes, url: string | undefined): void {
    const address = url === undefined ? undefined : this.restore(url);
    const end = address === undefined || address === this.contentRef ? undefined : this.facts.startLink('link', address);
    this.readChildren(node);
    end?.();
  }

  private readImage(url: string | undefined, alt: string | null | undefined, title: string | null | undefined): void {
    const text = this.restore(alt ?? '');
    if (url !== undefined) {
      this.facts.link('image', this.restore(url), text);
    }
    for (const words of [text, this.restore(title ?? '')]) {
      if (words !== '') {
        this.facts.alternativeText(` ${words} `);
      }
    }
  }

  private readTag(tag: LiquidTag): void {
    this.facts.lineEnd();
    this.contentRef = undefined;
    const link = addressOf(tag);
    if (link !== undefined) {
      this.facts.link(link.kind, link.address, tag.attributes.get('caption') ?? '');
      this.contentRef = tag.name === 'content-ref' ? link.address : undefined;
    }
    for (const name of VISIBLE_ATTRIBUTES) {
      const value = tag.attributes.get(name);
      if (value !== undefined && value !== '') {
        this.facts.text(value);
        this.facts.lineEnd();
      }
    }
  }
}

function addressOf(tag: LiquidTag): Pick<MarkdownLink, 'kind' | 'address'> | undefined {
  const of = (kind: MarkdownLink['kind'], attribute: string): Pick<MarkdownLink, 'kind' | 'address'> | undefined => {
    const address = tag.attributes.get(attribute);
    return address === undefined || address === '' ? undefined : { kind, address };
  };
  switch (tag.name) {
    case 'content-ref':
      return of('link', 'url');
    case 'file':
      return of('file', 'src');
    case 'embed':
      return of('embed', 'url');
    case 'include':
      return of('link', '');
    case 'openapi':
    case 'swagger':
      return of('link', 'src');
    default:
      return undefined;
  }
}
