import type { Canvas } from './canvas.js';

/** What comes onto one page whole. */
export interface Box {
  readonly height: number;
  draw(canvas: Canvas, x: number, y: number): void;
  /** Not the last on a page where something follows, as a heading. */
  readonly staysWithNext?: boolean;
  /** Nothing but space: dropped where a page begins. */
  readonly isSpace?: boolean;
  /** A box that is too high for what is left of a page, cut in two: what fits, and the rest. */
  split?(height: number): { head: Box; rest: Box } | undefined;
  /** Comes before it where it is the first on a further page, as the head of a table. */
  readonly repeated?: Box;
  /** Names that links lead to. */
  readonly destinations?: readonly string[];
}

export function space(height: number): Box {
  return { height, isSpace: true, draw: () => undefined };
}

/** The boxes with space between each two of them. */
export function spaced(groups: readonly (readonly Box[])[], height: number): Box[] {
  return groups.filter((group) => group.length > 0).flatMap((group, index) => (index === 0 ? group : [space(height), ...group]));
}

export function indented(boxes: readonly Box[], by: number): Box[] {
  return boxes.map((box) => wrapped(box, (canvas, x, y) => box.draw(canvas, x + by, y), (part) => indented([part], by)));
}

/** With something drawn behind each of them, over its whole height. */
export function decorated(boxes: readonly Box[], behind: (canvas: Canvas, x: number, y: number, height: number) => void): Box[] {
  return boxes.map((box) =>
    wrapped(
      box,
      (canvas, x, y) => {
        behind(canvas, x, y, box.height);
        box.draw(canvas, x, y);
      },
      (part) => decorated([part], behind),
    ),
  );
}

/** With something beside the first of them, such as a bullet. */
export function marked(boxes: readonly Box[], mark: (canvas: Canvas, x: number, y: number) => void): Box[] {
  const at = boxes.findIndex(({ isSpace }) => isSpace !== true);
  return boxes.map((box, index) =>
    index === at
      ? wrapped(
          box,
          (canvas, x, y) => {
            mark(canvas, x, y);
            box.draw(canvas, x, y);
          },
          (part, isHead) => (isHead ? marked([part], mark) : [part]),
        )
      : box,
  );
}

function wrapped(box: Box, draw: Box['draw'], wrap: (part: Box, isHead: boolean) => readonly Box[]): Box {
  const split = box.split?.bind(box);
  const [repeated] = box.repeated === undefined ? [] : wrap(box.repeated, false);
  return {
    ...box,
    draw,
    ...(repeated === undefined ? {} : { repeated }),
    ...(split === undefined
      ? {}
      : {
          split: (height: number) => {
            const parts = split(height);
            const [head] = parts === undefined ? [] : wrap(parts.head, true);
            const [rest] = parts === undefined ? [] : wrap(parts.rest, false);
            return head === undefined || rest === undefined ? undefined : { head, rest };
          },
        }),
  };
}
