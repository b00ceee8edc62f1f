import type { Root } from 'hast';
import rehypeSanitize, { defaultSchema, type Options as Schema } from 'rehype-sanitize';
import { attribute, elementsOf, removeElements } from './html-tree.js';

/**
 * What survives of foreign HTML: text structure, links and pictures. No scripts, handlers, styles, frames
 * or objects; addresses only of harmless schemes (what isn't listed is dropped). Ids keep their names,
 * because links name them; classes stay until the conversion has read languages and notes from them.
 */
const schema: Schema = {
  ...defaultSchema,
  clobber: [],
  clobberPrefix: '',
  protocols: {
    cite: ['http', 'https'],
    href: ['http', 'https', 'mailto', 'tel', 'irc', 'ircs', 'xmpp', 'sms', 'ftp'],
    src: ['http', 'https'],
  },
  strip: ['script', 'style', 'template', 'noscript', 'object', 'embed', 'applet', 'svg', 'math', 'head', 'title', 'textarea', 'select'],
  tagNames: [
    ...(defaultSchema.tagNames ?? []),
    'article', 'main', 'aside', 'header', 'footer', 'figure', 'figcaption', 'caption', 'colgroup', 'col', 'abbr', 'mark',
    'u', 'small', 'big', 'cite', 'dfn', 'time', 'address', 'body', 'html', 'center', 'font', 'wbr', 'bdi', 'bdo', 'hgroup',
  ],
  attributes: {
    a: ['href', 'title', 'id', 'name', 'className', 'dataFootnoteRef', 'dataFootnoteBackref'],
    img: ['src', 'alt', 'title', 'width', 'height', 'id', 'align'],
    input: [
      ['disabled', true],
      ['type', 'checkbox'],
      'checked',
    ],
    blockquote: ['cite'],
    ol: ['start', 'reversed', 'type'],
    li: ['value'],
    details: ['open'],
    td: ['colSpan', 'rowSpan', 'align', 'vAlign', 'headers'],
    th: ['colSpan', 'rowSpan', 'align', 'vAlign', 'scope', 'headers'],
    col: ['span'],
    section: ['dataFootnotes'],
    time: ['dateTime'],
    abbr: ['title'],
    '*': ['id', 'className', 'dir', 'lang', 'title'],
  },
};

const sanitize = rehypeSanitize(schema);

/** A cleaned copy of the tree. */
export function cleanHtml(tree: Root): Root {
  const root = sanitize(tree);
  // A picture whose address was dropped shows nothing.
  removeElements(root, (element) => element.tagName === 'img' && attribute(element, 'src') === undefined);
  return root;
}

/** Takes the classes away, once nothing reads them any more, so that none ends in HTML that is kept. */
export function dropClasses(root: Root): void {
  for (const element of elementsOf(root)) {
    const isCode = element.tagName === 'code';
    if (!isCode) delete element.properties['className'];
  }
}
