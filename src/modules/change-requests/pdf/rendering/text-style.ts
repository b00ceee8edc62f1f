import type { FontStyle } from './font-book.js';

export interface TextStyle extends FontStyle {
  readonly size: number;
  readonly color: string;
  readonly background?: string;
  readonly strike?: boolean;
  readonly underline?: boolean;
  /** Above the line, or with a negative number below it. */
  readonly rise?: number;
  readonly link?: LinkTarget;
  /** Stands for the text. */
  readonly image?: InlineImage;
}

export interface InlineImage {
  readonly source: Buffer;
  /** In points. */
  readonly width: number;
  readonly height: number;
}

/** An address, or a place in the PDF. */
export type LinkTarget = { readonly url: string } | { readonly destination: string };

export const COLORS = {
  text: '#1f2328',
  muted: '#59636e',
  link: '#0b57d0',
  line: '#d1d9e0',
  codeBackground: '#f3f4f6',
  headBackground: '#eef1f4',
} as const;

export const BODY: TextStyle = { size: 10, color: COLORS.text };
export const SMALL: TextStyle = { size: 8.5, color: COLORS.muted };
export const CODE: TextStyle = { size: 8.5, color: COLORS.text, mono: true };

/** Of headings 1 to 3 within a page. */
export const HEADINGS: readonly TextStyle[] = [
  { size: 17, color: COLORS.text, bold: true },
  { size: 14, color: COLORS.text, bold: true },
  { size: 11.5, color: COLORS.text, bold: true },
];
