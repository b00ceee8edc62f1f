import type { ProcessErrorCode } from './openapi-spec.entity.js';

/** One document of a spec. Texts are UTF-8. */
export interface SpecDocument {
  /** The address by which it is referenced; a file name for what came as text. */
  readonly place: string;
  /** The address that answered; null for what came as text. */
  readonly url: string | null;
  /** As JSON, with its references as they are. */
  readonly document: Uint8Array;
  /** As it came, where that is something else than the document. */
  readonly source: Uint8Array | null;
}

/** A page that is made from a spec. */
export interface SpecPage {
  /** Names it in the spec; the same in every version that has it. */
  readonly key: string;
  /** Key of the page above; null for the first page, which all others are below. */
  readonly parent: string | null;
  readonly kind: 'info' | 'operations' | 'operation' | 'models';
  readonly title: string;
  readonly description: string | null;
  readonly markdown: string;
}

/** Everything that a source holds. */
export interface SpecContent {
  /** The main document first. */
  readonly documents: readonly SpecDocument[];
  /** JSON of the `SpecPage`s that people read, each behind the one that it is below. */
  readonly pages: Uint8Array;
  /** Equal for equal content. */
  readonly hash: string;
}

/** A source that can't be read; the message is for people, and names the document and the place in it. */
export class SpecFault extends Error {
  constructor(
    readonly code: ProcessErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'SpecFault';
  }
}
