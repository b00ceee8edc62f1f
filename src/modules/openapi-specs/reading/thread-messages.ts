import type { ProcessErrorCode } from '../openapi-spec.entity.js';
import type { SpecContent } from '../spec-content.js';
import type { SpecSource } from '../spec-source.js';
import type { ReadingLimits } from './limits.js';

/** What a thread is begun with. */
export interface ThreadTask {
  readonly source: SpecSource;
  readonly limits: ReadingLimits;
}

export interface FaultMessage {
  readonly code: ProcessErrorCode;
  readonly message: string;
}

/** What a thread tells. It asks for documents: only the service itself reaches other hosts. */
export type ThreadMessage =
  | { readonly kind: 'fetch'; readonly id: number; readonly url: string }
  | { readonly kind: 'content'; readonly content: SpecContent }
  | { readonly kind: 'fault'; readonly fault: FaultMessage };

/** What a thread is told. */
export type FetchReply = { readonly id: number; readonly url: string; readonly bytes: Uint8Array; readonly fault?: undefined } | { readonly id: number; readonly fault: FaultMessage };
