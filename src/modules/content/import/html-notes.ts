import type { Element, Root } from 'hast';
import { childElements, classesOf, elementsOf, removeElements, textContent } from './html-tree.js';

/** Name of the element that stands for a note until the conversion to Markdown; its `style` is that of the hint. */
export const NOTE = 'x-note';

type NoteStyle = 'info' | 'success' | 'warning' | 'danger';

const STYLES: Readonly<Record<string, NoteStyle>> = {
  note: 'info', info: 'info', information: 'info', important: 'info', seealso: 'info', abstract: 'info', hint: 'info', primary: 'info', secondary: 'info',
  tip: 'success', success: 'success', check: 'success',
  warning: 'warning', caution: 'warning', attention: 'warning', warn: 'warning',
  danger: 'danger', error: 'danger', bug: 'danger',
};

/** Confluence's own: its notes are yellow and its warnings red. */
const CONFLUENCE: Readonly<Record<string, NoteStyle>> = { information: 'info', tip: 'success', note: 'warning', warning: 'danger' };

/** Classes by which generators mark a box as a note. */
const MARK = /^(?:admonition|alert|callout|theme-admonition|custom-block|markdown-alert|hint|confluence-information-macro|blockquote-tag|aside|starlight-aside)$/;
const PREFIXED = /^(?:alert|callout|admonition|theme-admonition|markdown-alert|hint|blockquote-tag|starlight-aside-|confluence-information-macro|panel)[-_]+(\w+)$/;
const CHROME = /(?:^|[-_])(?:icon|heading-icon|admonition-icon)$/;

/** Marks the boxes (Sphinx, Docusaurus, VitePress, GitHub, mdBook, Confluence, Bootstrap) that become hints. */
export function markNotes(root: Root): void {
  for (const each of elementsOf(root)) {
    const style = ['div', 'aside', 'blockquote', 'section', 'figure'].includes(each.tagName) ? styleOf(each) : undefined;
    if (style === undefined) continue;
    removeElements(each, (inner) => classesOf(inner).some((name) => CHROME.test(name)) || isBareTitle(inner, style));
    each.tagName = NOTE;
    each.properties = { style };
  }
}

function styleOf(each: Element): NoteStyle | undefined {
  const classes = classesOf(each);
  if (!classes.some((name) => MARK.test(name))) return undefined;
  for (const name of classes) {
    const confluence = /^confluence-information-macro-(\w+)$/.exec(name)?.[1];
    if (confluence !== undefined && CONFLUENCE[confluence] !== undefined) return CONFLUENCE[confluence];
    const style = STYLES[PREFIXED.exec(name)?.[1]?.toLowerCase() ?? name.toLowerCase()];
    if (style !== undefined && name !== 'hint') return style;
  }
  return childElements(each).length > 0 ? 'info' : undefined;
}

/** A title that says no more than the kind of the note. */
function isBareTitle(inner: Element, style: NoteStyle): boolean {
  if (!classesOf(inner).some((name) => /title|heading/i.test(name))) return false;
  const title = textContent(inner).toLowerCase().replace(/[^a-z]/g, '');
  return title === '' || STYLES[title] === style;
}
