import type { RedirectDestination, SiteRedirectDto } from '../dto/site-redirect.dto.js';
import type { DestinationColumns, SiteRedirectEntity } from './site-redirect.entity.js';

export const NO_REDIRECT = 'There is no such redirect in this site.';

export function presentRedirect(redirect: SiteRedirectEntity): SiteRedirectDto {
  return { object: 'site-redirect', id: redirect.id, source: redirect.source, destination: destinationOf(redirect) };
}

function destinationOf({ sectionId, siteSpaceId, pageId }: DestinationColumns): RedirectDestination {
  if (sectionId !== null) return { kind: 'site-section', siteSectionId: sectionId };
  const ofSpace = { siteSpaceId: siteSpaceId ?? '' };
  return pageId === null ? { kind: 'site-space', ...ofSpace } : { kind: 'site-page', ...ofSpace, pageId };
}
