import { Injectable } from '@nestjs/common';
import { SampleSpaces } from '../content/sample-spaces.js';
import type { PlacedSpace } from '../spaces/placed-space.js';
import { SpaceStore } from '../spaces/space-store.js';

/** Most code points of a space's title. */
const LONGEST_TITLE = 50;

/** Makes the space of a site that is to have one of its own. */
@Injectable()
export class NewSiteSpace {
  constructor(
    private readonly spaces: SpaceStore,
    private readonly samples: SampleSpaces,
  ) {}

  /** At the end of the organization's root; it inherits its level. An empty one is named as the site, as far as that fits. */
  async make(kind: 'sample' | 'empty', { organizationId, title, createdBy }: { organizationId: string; title: string; createdBy: string }): Promise<PlacedSpace> {
    if (kind === 'sample') return this.samples.make({ organizationId, createdBy });
    return this.spaces.create({ organizationId, title: [...title].slice(0, LONGEST_TITLE).join(''), createdBy });
  }
}
