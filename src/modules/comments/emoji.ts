import type { FieldFault } from '../../kernel/errors/errors.js';
import { boundsText, kindOf, textFault } from '../../kernel/validation/text-check.js';

/** Most reactions that one request adds or takes back. */
export const MOST_REACTIONS = 100;

const LONGEST = 50;
/** Asks for the picture rather than the letter: one emoji is written with it and without. */
const EMOJI_PRESENTATION = /\uFE0F/g;

/** The emoji as it is kept and compared. */
export function normalizeEmoji(emoji: string): string {
  return emoji.replace(EMOJI_PRESENTATION, '');
}

export function emojiFaults(value: unknown, path: string): FieldFault[] {
  if (!Array.isArray(value)) return [{ field: path, message: `must be a list, is ${kindOf(value)}` }];
  if (value.length > MOST_REACTIONS) return [{ field: path, message: `must be ${boundsText(0, MOST_REACTIONS)} items, is ${String(value.length)}` }];
  return value.flatMap((emoji: unknown, index) => {
    const message = textFault(typeof emoji === 'string' ? normalizeEmoji(emoji) : emoji, { min: 1, max: LONGEST });
    return message === undefined ? [] : [{ field: `${path}.${String(index)}`, message }];
  });
}
