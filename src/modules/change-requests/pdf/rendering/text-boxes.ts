import { type Box } from './boxes.js';
import { lineHeight } from './canvas.js';
import type { Measure } from './measure.js';
import { type Line, type Span, textLines } from './text-lines.js';

export type Align = 'start' | 'center' | 'end';

export interface TextOptions {
  readonly align?: Align;
  readonly staysWithNext?: boolean;
  readonly destinations?: readonly string[];
}

/** A paragraph: a box for each of its lines. */
export function textBoxes(spans: readonly Span[], width: number, measure: Measure, { align = 'start', staysWithNext = false, destinations = [] }: TextOptions = {}): Box[] {
  if (spans.length === 0) return [];
  return textLines(spans, width, measure).map((line, index) => ({
    height: lineHeight(line),
    staysWithNext,
    draw: (canvas, x, y) => canvas.line(line, x + indentOf(line, width, align), y),
    ...(index === 0 && destinations.length > 0 ? { destinations } : {}),
  }));
}

function indentOf(line: Line, width: number, align: Align): number {
  const free = width - line.width;
  if (align === 'center') return free / 2;
  return (align === 'end') === line.isRightToLeft ? 0 : free;
}
