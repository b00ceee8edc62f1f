import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { BadInputError, NotFoundError } from '../../../kernel/errors/errors.js';
import { webAddressFault } from '../../../kernel/validation/text-check.js';
import type { PublishedContentQuery, PublishedContentRedirectDto, PublishedSiteContentDto, ResolvePublishedContentDto } from '../dto/resolution.dto.js';
import { type Admission, Admissions } from '../published/admissions.js';
import type { ProfileStructure } from '../published/profile-structure.js';
import { ProfileStructures } from '../published/profile-structures.js';
import type { Visitor } from '../published/visitor.js';
import { ReaderRedirects } from '../redirects/reader-redirects.js';
import { escapedPath } from '../redirects/redirect-path.js';
import { SiteUrls } from '../site-urls.js';
import { type AddressedSiteRow, AddressedSites } from './addressed-sites.js';
import { type PlaceInSite, placeInSite } from './place-in-site.js';
import { basePathOf, type SiteAddress } from './site-address.js';
import { Visits } from './visits.service.js';

type Resolution = PublishedContentRedirectDto | PublishedSiteContentDto;

/** An address of a site that somebody is admitted to. */
interface Visited {
  readonly admission: Admission;
  readonly visitor: Visitor;
  readonly shown: ProfileStructure;
  readonly address: SiteAddress;
  /** How many parts of the path lead to the site, the share key included. */
  readonly consumed: number;
  /** Of a preview, whose token is used on. */
  readonly apiToken: string | undefined;
}

/** Parameter of an address that holds the token of a preview. */
export const PREVIEW = 'preview';

const NOTHING = 'Nothing is published at this address, or it is not published for you.';

/** Tells what the addresses that readers have lead to. */
@Injectable()
export class ResolutionService {
  constructor(
    private readonly addresses: AddressedSites,
    private readonly admissions: Admissions,
    private readonly structures: ProfileStructures,
    private readonly visits: Visits,
    private readonly redirects: ReaderRedirects,
    private readonly siteUrls: SiteUrls,
  ) {}

  resolveQuery(actor: Actor, { url, visitorAuthToken, redirectOnError }: PublishedContentQuery): Promise<Resolution> {
    const fault = webAddressFault(url, 2_048);
    if (fault !== undefined) throw BadInputError.ofField('url', fault);
    return this.resolve(actor, { url, redirectOnError, visitor: visitorAuthToken === undefined ? {} : { jwtToken: visitorAuthToken } });
  }

  /** @throws NotFoundError also for whoever isn't admitted: it isn't told whether there is such a site */
  async resolve(actor: Actor, { url, redirectOnError = false, visitor: sent = {} }: ResolvePublishedContentDto): Promise<Resolution> {
    const found = await this.addresses.find(url);
    if (found === undefined) return this.outside(url);
    const { address, row } = found;
    const visitor = { token: sent.jwtToken, unsignedClaims: sent.unsignedClaims ?? {} };
    const preview = await this.preview(url, row);
    const admission = preview?.admission ?? (await this.admissions.find(actor, { ...row, shareKey: address.parts[row.consumed] }, visitor));
    if (admission === undefined) throw new NotFoundError(NOTHING);
    if (!admission.isAdmitted) return toSignIn(admission, visitor, redirectOnError);
    const { site, claims } = admission;
    const consumed = row.consumed + (site.hasShareKey ? 1 : 0);
    return this.within(actor, row, { admission, visitor, shown: await this.structures.shown(site, claims), address, consumed, apiToken: preview?.token });
  }

  private async preview(url: string, asked: AddressedSiteRow): Promise<{ admission: Admission; token: string } | undefined> {
    const token = new URL(url).searchParams.get(PREVIEW);
    const admission = token === null ? undefined : await this.visits.admission(token, asked);
    return token === null || admission === undefined ? undefined : { admission, token };
  }

  private async within(actor: Actor, { isDefault }: AddressedSiteRow, visited: Visited): Promise<Resolution> {
    const { admission, shown, address, consumed } = visited;
    const { site, shareKey } = admission;
    const parts = address.parts.slice(consumed);
    // An address of the organization leads to its site, and one with a key that isn't needed to the same without.
    if (isDefault || (site.hasShareKey && shareKey === undefined)) return { target: 'content', redirect: this.siteUrls.of(site, shareKey, ...parts) };
    const place = placeInSite(shown, parts);
    if (place === undefined) throw new NotFoundError(NOTHING);
    // Where something is, nothing leads away.
    const redirect = await this.redirects.addressFrom({ site, shareKey, shown }, parts, { spaceId: place.siteSpace.spaceId, slugs: parts.slice(place.consumed) });
    return redirect === undefined ? this.found(actor, visited, place) : { target: 'content', redirect };
  }

  private async found(actor: Actor, { admission, visitor, address, consumed, apiToken }: Visited, { section, siteSpace, consumed: named, complete }: PlaceInSite): Promise<PublishedSiteContentDto> {
    const { site, shareKey, isSignedIn } = admission;
    const { parts } = address;
    const slugs = parts.slice(consumed + named);
    return {
      organization: site.organizationId,
      site: site.id,
      ...(section === undefined ? {} : { siteSection: section.id }),
      siteSpace: siteSpace.id,
      space: siteSpace.spaceId,
      pathname: escapedPath(slugs),
      basePath: basePathOf(parts.slice(0, consumed + named)),
      siteBasePath: basePathOf(parts.slice(0, consumed)),
      apiToken: apiToken ?? (await this.visits.issue(actor, admission, visitor)),
      ...(shareKey === undefined ? {} : { shareKey }),
      complete,
      ...(isSignedIn ? { contextId: await this.visits.contextOf(admission) } : {}),
      canonicalUrl: this.siteUrls.of(site, shareKey, ...(section === undefined ? [] : [section.path]), siteSpace.path, ...slugs),
    };
  }

  /** @throws NotFoundError unless it is an address of the application */
  private outside(url: string): PublishedContentRedirectDto {
    if (!this.addresses.isOfApplication(url)) throw new NotFoundError(NOTHING);
    return { target: 'application', redirect: url };
  }
}

/** @throws NotFoundError where signing in doesn't help */
function toSignIn({ site }: Admission, { token }: Visitor, redirectOnError: boolean): PublishedContentRedirectDto {
  const { published, visibility, visitorFallbackUrl } = site;
  const isWanted = published && visibility === 'visitor-auth' && (token === undefined || redirectOnError);
  if (!isWanted || visitorFallbackUrl === null) throw new NotFoundError(NOTHING);
  return { target: 'external', redirect: visitorFallbackUrl };
}
