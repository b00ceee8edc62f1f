import type { OpenApiBounds } from '../../../kernel/config/config.js';
import type { ProcessErrorCode } from '../openapi-spec.entity.js';
import type { SpecContent, SpecDocument } from '../spec-content.js';
import type { SpecSource } from '../spec-source.js';

/** What a process is begun with: all that it knows of the service. */
export interface ReadingTask {
  readonly source: SpecSource;
  readonly bounds: OpenApiBounds;
  readonly allowHosts: readonly string[];
}

/** What a process tells. A message is taken in whole, so that each document has its own. */
export type ReadingMessage =
  /** How many documents it waits for. */
  | { readonly kind: 'fetching'; readonly underWay: number }
  | { readonly kind: 'document'; readonly document: SpecDocument }
  | { readonly kind: 'end'; readonly rest: Omit<SpecContent, 'documents'> }
  | { readonly kind: 'fault'; readonly code: ProcessErrorCode; readonly message: string };
