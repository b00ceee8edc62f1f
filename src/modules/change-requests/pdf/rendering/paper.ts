/** A4, in points. */
export const PAPER = { width: 595.28, height: 841.89, left: 62, right: 62, top: 64, bottom: 68 } as const;

export const TEXT_WIDTH = PAPER.width - PAPER.left - PAPER.right;
export const TEXT_HEIGHT = PAPER.height - PAPER.top - PAPER.bottom;
