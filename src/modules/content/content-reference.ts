import type { Actor } from '../../kernel/auth/actor.js';
import type { PlacedSpace } from '../spaces/placed-space.js';
import type { Branch } from './store/content-changes.js';
import type { LineState } from './store/line-state.js';

/** What reading content needs to know of its space. */
export interface ContentSpace extends Pick<PlacedSpace, 'id' | 'organizationId'> {
  /** The newest revision of the content, as far as is known. */
  readonly revisionId: string;
  /** What follows the space in addresses of the application; absent for the main content. */
  readonly within?: readonly string[];
}

export interface ViewedContent {
  readonly space: ContentSpace;
  readonly state: LineState;
  /** The main content below; absent for the main content itself. */
  readonly base?: LineState;
}

export interface EditableContent {
  readonly branch: Branch;
  readonly state: LineState;
}

/** Content for reading alone. */
export type ReadableContent = Pick<ContentReference, 'view'>;

/** The content that a request names. Whatever has content of its own makes references to it, and decides who may. */
export interface ContentReference {
  /** Where the content is in the API. */
  readonly path: readonly string[];
  /** For reading. @throws NotFoundError when the caller doesn't see it */
  view(actor: Actor): Promise<ViewedContent>;
  /** As `view`, with all that answers show of the space. */
  viewInSpace(actor: Actor): Promise<ViewedContent & { readonly space: ContentSpace & PlacedSpace }>;
  /** For changing. @throws ForbiddenError when the right is missing, or the content takes no changes */
  edit(actor: Actor): Promise<EditableContent>;
}
