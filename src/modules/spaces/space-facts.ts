import { SlotResolver } from '../../kernel/permissions/slots.js';
import type { PlacedSpace } from './placed-space.js';

/** How readers outside of the organization see a space. */
export interface SpacePublication {
  readonly visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth';
  /** Where they find it. */
  readonly url: string;
}

/** Through the most open published site that shows the space; undefined where none does. A higher module provides it. */
export abstract class SpacePublications extends SlotResolver<Pick<PlacedSpace, 'id' | 'published'>, SpacePublication | undefined> {
  /** SQL that reads it along with a space: an object of JSON with all that it depends on, null where there is none. @param space SQL of its id */
  abstract readAlong(space: string): string;
}
