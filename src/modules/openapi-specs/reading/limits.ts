/** Bounds of what is read. */
export interface ReadingLimits {
  /** Most bytes of all documents together, and of the JSON that is made of them. */
  readonly bytes: number;
  readonly documents: number;
}

/** Deeper nesting is nobody's API, and would be a burden to whoever reads the spec. */
export const MAX_DEPTH = 100;
