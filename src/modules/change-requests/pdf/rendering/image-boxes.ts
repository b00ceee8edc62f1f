import type { Block } from '../../../content/model/markdown/json-document.js';
import { blockBoxes } from './block-boxes.js';
import { type Box, decorated, indented, spaced } from './boxes.js';
import { POINTS_PER_PIXEL } from './images.js';
import type { PageContext } from './page-context.js';
import { TEXT_HEIGHT } from './paper.js';
import { textBoxes } from './text-boxes.js';
import { COLORS, SMALL } from './text-style.js';

const CAPTION_ROOM = 60;

export function imagesBoxes(block: Block, width: number, context: PageContext): Box[] {
  const images = (block.nodes ?? []).flatMap((node) => (node.object === 'block' ? [imageBoxes(node, width, context, block.data['align'])] : []));
  return spaced(images, 6);
}

/** The picture, or a frame that names it; with its caption. */
function imageBoxes(image: Block, width: number, context: PageContext, align: unknown): Box[] {
  const caption = blockBoxes((image.fragments ?? []).flatMap(({ nodes }) => nodes), width, context, SMALL);
  return spaced([[...picture(image, width, context, align).map((box) => ({ ...box, staysWithNext: caption.length > 0 }))], caption], 3);
}

function picture(image: Block, width: number, context: PageContext, align: unknown): Box[] {
  const drawn = context.drawn(image.data['ref']);
  if (drawn === undefined) return placeholder(image, width, context);
  const wanted = wantedWidth(image.data['width'], width) ?? drawn.width * POINTS_PER_PIXEL;
  const scale = Math.min(wanted / drawn.width, width / drawn.width, (TEXT_HEIGHT - CAPTION_ROOM) / drawn.height);
  const [drawnWidth, height] = [drawn.width * scale, drawn.height * scale];
  const left = align === 'left' ? 0 : align === 'right' ? width - drawnWidth : (width - drawnWidth) / 2;
  return [{ height, draw: (canvas, x, y) => canvas.image(drawn.source, x + left, y, drawnWidth, height) }];
}

/** In points: a number of pixels, or a share of the line. */
function wantedWidth(value: unknown, line: number): number | undefined {
  const number = Number.parseFloat(String(value));
  if (!Number.isFinite(number) || number <= 0) return undefined;
  return String(value).endsWith('%') ? (line * number) / 100 : number * POINTS_PER_PIXEL;
}

function placeholder(image: Block, width: number, context: PageContext): Box[] {
  const { data } = image;
  const name = context.file(data['ref'])?.name;
  const title = context.imageName(data);
  const link = context.target(data['ref']);
  const text = name === undefined || name === title ? title : `${title} (${name})`;
  const boxes = textBoxes([{ text: `Image: ${text}`, style: { ...SMALL, ...(link === undefined ? {} : { color: COLORS.link, link }) } }], width - 16, context.measure);
  const edge: Box = { height: 5, draw: () => undefined };
  return decorated([edge, ...indented(boxes, 8), edge], (canvas, x, y, height) => canvas.rectangle(x, y, width, height, COLORS.codeBackground));
}
