import type { Block } from '../json-document.js';
import { destination, escapeMarkdown } from './escape.js';
import { type HtmlBlockWriter } from './html-block-writer.js';
import { htmlAttributes } from './html-inline-writer.js';
import { childBlocks } from './nodes.js';
import type { WriteContext } from './write-context.js';

/** Pictures with nothing but an address and a text are Markdown's, all others are figures. */
export function writeImages(block: Block, context: WriteContext, html: HtmlBlockWriter): string {
  const images = childBlocks(block);
  const isPlain = ['align', 'fullWidth', 'withFrame'].every((name) => block.data[name] === undefined) && images.every((image) => isPlainImage(image));
  return isPlain
    ? images.map(({ data }) => `![${alternativeText(data['alt'])}](${destination(context.address(data['ref']))})`).join(' ')
    : figures(block, context, html);
}

function isPlainImage({ data, fragments }: Block): boolean {
  return (fragments ?? []).every(({ nodes }) => nodes.length === 0) && ['refDark', 'width', 'height'].every((name) => data[name] === undefined);
}

function alternativeText(alt: unknown): string {
  return typeof alt === 'string' ? escapeMarkdown(alt.replace(/[\r\n]/g, ' '), { lineStart: true, lineEnd: true, oneLine: true }) : '';
}

/** `<figure>` for each; more than one, and such with an alignment, in a `<div>`. */
export function figures(block: Block, context: WriteContext, html: HtmlBlockWriter): string {
  const images = childBlocks(block);
  const written = images.map((image) => figure(image, context, html)).join('');
  const { align, fullWidth, withFrame } = block.data;
  const attributes = htmlAttributes({ align, 'data-full-width': fullWidth === true ? 'true' : undefined, 'data-with-frame': withFrame === true ? 'true' : undefined });
  return attributes === '' && images.length < 2 ? written : `<div${attributes}>${written}</div>`;
}

function figure({ data, fragments }: Block, context: WriteContext, html: HtmlBlockWriter): string {
  const image = `<img${htmlAttributes({ src: context.address(data['ref']), alt: data['alt'], width: data['width'], height: data['height'] })}>`;
  const dark = data['refDark'] === undefined ? '' : `<source${htmlAttributes({ srcset: context.address(data['refDark']), media: '(prefers-color-scheme: dark)' })}>`;
  const caption = html.write((fragments ?? []).flatMap(({ nodes }) => nodes));
  return `<figure>${dark === '' ? image : `<picture>${dark}${image}</picture>`}${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>`;
}
