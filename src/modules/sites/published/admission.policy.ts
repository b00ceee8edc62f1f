import type { SiteVisibility } from '../site.entity.js';

export interface AdmissionFacts {
  /** Whether the reader may see the site as a member of its organization. */
  readonly isMember: boolean;
  readonly published: boolean;
  readonly visibility: SiteVisibility;
  /** Whether the reader came with an active share key of this site. */
  readonly hasShareKey: boolean;
  /** Whether the reader came with a token that the site's key has signed. */
  readonly isSignedIn: boolean;
}

/** Whether somebody with an access token reads the published content of a site. */
export function isAdmitted({ isMember, published, visibility, hasShareKey, isSignedIn }: AdmissionFacts): boolean {
  if (isMember) return true;
  if (!published) return false;
  switch (visibility) {
    case 'public':
    case 'unlisted':
      return true;
    case 'share-link':
      return hasShareKey;
    case 'visitor-auth':
      return isSignedIn;
  }
}
