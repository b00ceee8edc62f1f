/** The part of the package that is used; it brings no types. */
declare module 'linebreak' {
  export interface Break {
    /** Index in the text, behind the spaces. */
    readonly position: number;
    readonly required: boolean;
  }

  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): Break | null;
  }
}
