import type { Block, Fragment } from '../json-document.js';
import { joinLines } from '../text-lines.js';
import type { BlockReader } from './block-reader.js';
import type { HtmlBlockReader, HtmlRun } from './html-blocks.js';
import type { OpenToken } from './inline-items.js';
import { caption } from './images.js';
import { block, voidBlock } from './nodes.js';

/** `<figure>` with a picture, perhaps another one for dark screens, and a caption; undefined for others. */
export function readFigure(blocks: BlockReader, html: HtmlBlockReader, run: HtmlRun, start: number, end: number, depth: number): Block[] | undefined {
  let image: OpenToken | undefined;
  let dark: string | undefined;
  let captionRange: [start: number, end: number] | undefined;
  for (let index = start + 1; index < end; index += 1) {
    const token = run.tokens[index];
    const close = run.partners[index];
    if (token?.type === 'text' ? token.text.trim() === '' : token?.type === 'close' || (token?.type === 'open' && token.name === 'picture')) {
      continue;
    }
    if (token?.type !== 'open') {
      return undefined;
    }
    if (token.name === 'img' && image === undefined && (token.attributes.get('src') ?? '') !== '') {
      image = token;
    } else if (token.name === 'source' && dark === undefined && (token.attributes.get('media') ?? '').includes('dark')) {
      dark = token.attributes.get('srcset');
    } else if (token.name === 'figcaption' && captionRange === undefined && close !== undefined && token.attributes.size === 0) {
      captionRange = [index + 1, close];
      index = close;
    } else {
      return undefined;
    }
  }
  if (image === undefined) {
    return undefined;
  }
  const inside = captionRange === undefined ? [] : html.readRange(run, captionRange[0], captionRange[1], depth + 3);
  return [block('images', {}, [figureImage(blocks, image, dark, inside.length === 0 ? [] : [caption(inside)])])];
}

function figureImage({ context }: BlockReader, { attributes }: OpenToken, dark: string | undefined, captions: Fragment[]): Block {
  const text = (name: string): string | undefined => joinLines(attributes.get(name) ?? '') || undefined;
  return voidBlock(
    'image',
    {
      ref: context.reference(attributes.get('src') ?? '', 'image'),
      refDark: dark === undefined ? undefined : context.reference(dark, 'image'),
      alt: text('alt'),
      width: text('width'),
      height: text('height'),
    },
    captions,
  );
}
