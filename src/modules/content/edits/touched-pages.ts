export interface Touch {
  readonly kind: 'created' | 'updated' | 'deleted';
  readonly pageId: string;
  /** Name of a created page within the request. */
  readonly ref?: string;
}

/** What became of each page, in the order in which they were first touched. */
export class TouchedPages implements Iterable<Touch> {
  private readonly touches = new Map<string, Touch>();

  create(pageId: string, ref: string | undefined): void {
    // A page that was there before all changes is not new.
    if (this.touches.has(pageId)) this.touches.set(pageId, { kind: 'updated', pageId });
    else this.touches.set(pageId, { kind: 'created', pageId, ...(ref === undefined ? {} : { ref }) });
  }

  update(pageId: string): void {
    if (this.touches.get(pageId)?.kind !== 'created') this.touches.set(pageId, { kind: 'updated', pageId });
  }

  /** A page that was made by the same changes was never there. */
  delete(pageId: string): void {
    if (this.touches.get(pageId)?.kind === 'created') this.touches.delete(pageId);
    else this.touches.set(pageId, { kind: 'deleted', pageId });
  }

  clear(): void {
    this.touches.clear();
  }

  [Symbol.iterator](): Iterator<Touch> {
    return this.touches.values();
  }
}
