import GithubSlugger from 'github-slugger';
import { keepId } from './heading-ids.js';
import type { MarkdownLink, MarkdownSection } from './markdown-facts.js';
import { collapse } from './text-lines.js';

interface OpenSection {
  anchor: string;
  title: string;
  body: string[];
}

interface OpenHeading {
  level: number;
  title: string[];
  /** The title without the pictures' texts, of which an id is made. */
  slugText: string[];
  explicitAnchor?: string;
}

const SPACES = /[ \t]+/g;
const AROUND_LINE_END = / ?\n[ \n]*/g;

/** Takes what a page consists of in its order, and cuts it into sections. */
export class FactsCollector {
  readonly links: MarkdownLink[] = [];
  heading: string | undefined;
  private readonly slugger = new GithubSlugger();
  private readonly ids = new Set<string>();
  private readonly closed: MarkdownSection[] = [];
  private section: OpenSection = { anchor: '', title: '', body: [] };
  private openHeading: OpenHeading | undefined;
  private readonly openTexts = new Set<string[]>();

  text(text: string): void {
    this.textOf(text, true);
  }

  alternativeText(text: string): void {
    this.textOf(text, false);
  }

  /** Parts blocks and lines. */
  lineEnd(): void {
    if (this.openHeading === undefined) {
      this.section.body.push('\n');
    } else {
      this.textOf(' ', true);
    }
  }

  anchor(id: string): void {
    if (id !== '') {
      this.ids.add(id);
      if (this.openHeading !== undefined) {
        this.openHeading.explicitAnchor ??= id;
      }
    }
  }

  /** Takes a link whose text follows until the returned function is called. */
  startLink(kind: MarkdownLink['kind'], address: string): () => void {
    const texts: string[] = [];
    const link: MarkdownLink = { kind, address, text: '' };
    this.links.push(link);
    this.openTexts.add(texts);
    return () => {
      this.openTexts.delete(texts);
      link.text = oneLine(texts);
    };
  }

  link(kind: MarkdownLink['kind'], address: string, text: string): void {
    this.links.push({ kind, address, text: oneLine([text]) });
  }

  startHeading(level: number): void {
    this.endHeading();
    this.closeSection();
    this.openHeading = { level, title: [], slugText: [] };
  }

  endHeading(): void {
    const heading = this.openHeading;
    if (heading === undefined) {
      return;
    }
    this.openHeading = undefined;
    const title = oneLine(heading.title);
    const derived = this.slugger.slug(oneLine(heading.slugText));
    keepId(this.slugger, heading.explicitAnchor);
    if (derived !== '') {
      this.ids.add(derived);
    }
    if (heading.level === 1 && title !== '') {
      this.heading ??= title;
    }
    this.section = { anchor: heading.explicitAnchor ?? derived, title, body: [] };
  }

  anchors(): string[] {
    return [...this.ids];
  }

  sections(): MarkdownSection[] {
    this.endHeading();
    this.closeSection();
    return this.closed;
  }

  private textOf(text: string, makesId: boolean): void {
    for (const texts of this.openTexts) {
      texts.push(text);
    }
    if (this.openHeading === undefined) {
      this.section.body.push(text);
      return;
    }
    this.openHeading.title.push(text);
    if (makesId) {
      this.openHeading.slugText.push(text);
    }
  }

  private closeSection(): void {
    const { anchor, title } = this.section;
    const body = this.section.body.join('').replace(SPACES, ' ').replace(AROUND_LINE_END, '\n').trim();
    if (anchor !== '' || title !== '' || body !== '') {
      this.closed.push({ anchor, title, body });
    }
    this.section = { anchor: '', title: '', body: [] };
  }
}

function oneLine(texts: readonly string[]): string {
  return collapse(texts.join(''));
}
