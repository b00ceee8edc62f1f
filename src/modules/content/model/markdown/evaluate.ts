import type { Nodes } from 'mdast';
import { escapeHtml, escapeMarkdown } from './document/escape.js';
import { withText } from './document/replace-inlines.js';
import { splitFrontMatter } from './front-matter.js';
import type { JsonDocument } from './json-document.js';
import { htmlTokens } from './syntax/html-tokens.js';
import { parseMarkdown } from './syntax/parse-markdown.js';

/** Values by name: `space.vars.name` and `page.vars.name`. */
export interface Variables {
  space: Readonly<Record<string, string>>;
  page: Readonly<Record<string, string>>;
}

const EXPRESSION = /<code class="expression">([^<]*)<\/code>/g;
const VARIABLE = /^\s*(space|page)\.vars\.([\w-]+)\s*$/;

/**
 * Replaces the page's expressions that name a variable (`<code class="expression">space.vars.x</code>`)
 * by its value. The value is escaped, so that it is nothing but text. Unknown variables, other
 * expressions, code and everything else stay as they are, to the byte.
 */
export function evaluateMarkdown(markdown: string, variables: Variables): string {
  const { body, bodyStart } = splitFrontMatter(markdown);
  if (!body.includes('<code class="expression">')) {
    return markdown;
  }
  const places = htmlPlaces(body);
  return markdown.slice(0, bodyStart) + body.replace(EXPRESSION, (whole, expression: string, at: number) => {
    const value = valueOf(expression, variables);
    const place = places(at);
    return value === undefined || place === undefined ? whole : place === 'inline' ? escapeInline(value) : escapeHtml(value);
  });
}

/** The same on a tree: `expression` inlines that name a variable become text. */
export function evaluateDocument(document: JsonDocument, variables: Variables): JsonDocument {
  return withText(document, ({ type, data }) => (type === 'expression' && typeof data['expression'] === 'string' ? valueOf(data['expression'], variables) : undefined));
}

function valueOf(expression: string, variables: Variables): string | undefined {
  const [, scope, name] = VARIABLE.exec(expression) ?? [];
  const values = scope === 'space' ? variables.space : variables.page;
  // A value is one line, whatever it is made of.
  return name !== undefined && Object.hasOwn(values, name) ? values[name]?.replace(/\r\n|[\r\n]/g, ' ') : undefined;
}

/** It may come to stand at a line's start, and must make no markup with what stands beside it either. */
function escapeInline(value: string): string {
  const escaped = escapeMarkdown(value, { lineStart: true, lineEnd: true, oneLine: false });
  return escaped.replace(/^[%$~]/, '\\$&').replace(/(?<!\\)[{$~&]$/, '\\$&');
}

/**
 * Tells of an index whether a tag can stand there: within Markdown's text, within a block of HTML (but
 * not in its comments and code), or nowhere.
 */
function htmlPlaces(body: string): (index: number) => 'inline' | 'html' | undefined {
  const inline = new Set<number>();
  const blocks: { start: number; end: number }[] = [];
  const collect = (node: Nodes, isBlock: boolean): void => {
    const start = node.position?.start.offset;
    const end = node.position?.end.offset;
    if (node.type === 'html' && start !== undefined && end !== undefined) {
      if (isBlock) {
        blocks.push({ start, end });
      } else {
        inline.add(start);
      }
    }
    if ('children' in node) {
      const holdsText = node.type !== 'root' && node.type !== 'blockquote' && node.type !== 'listItem' && node.type !== 'footnoteDefinition';
      for (const child of node.children) {
        collect(child, !holdsText);
      }
    }
  };
  collect(parseMarkdown(body).root, true);
  const inBlocks = new Set(blocks.flatMap(({ start, end }) => codeTags(body, start, end)));
  return (index) => (inline.has(index) ? 'inline' : inBlocks.has(index) ? 'html' : undefined);
}

/** Where in a block of HTML a `<code>` begins that is outside of comments and preformatted text. */
function codeTags(body: string, start: number, end: number): number[] {
  let preformatted = 0;
  return htmlTokens(body.slice(start, end)).flatMap((token) => {
    if ((token.type === 'open' || token.type === 'close') && token.name === 'pre') {
      preformatted += token.type === 'open' ? 1 : -1;
    }
    return token.type === 'open' && token.name === 'code' && preformatted <= 0 ? [start + token.start] : [];
  });
}
