import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor, Visit } from '../../../kernel/auth/actor.js';
import { Database } from '../../../kernel/database/database.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { isId } from '../../../kernel/ids/id.js';
import { EffectiveRoles } from '../../access/effective-roles.js';
import { barred, worksIn } from '../../members/admission.js';
import { type KnownMembership, MembersService } from '../../members/members.service.js';
import type { Claims } from '../adaptive/condition.js';
import { ShareKeyGuesses } from '../share-links/share-key-guesses.js';
import { siteAbilities } from '../site.policy.js';
import { isAdmitted } from './admission.policy.js';
import { siteSpacesOf } from './profile-structure.js';
import { ProfileStructures } from './profile-structures.js';
import { findSiteState, type SiteState } from './site-state.js';
import type { VisitFacts } from './visit-tokens.js';
import { claimsOfVisitor, type Visitor } from './visitor.js';
import { VisitorTokens } from './visitor-tokens.js';

export interface AskedSite {
  readonly organizationId: string;
  readonly siteId: string;
  readonly shareKey?: string | undefined;
}

/** Somebody before a site. */
export interface Admission {
  readonly site: SiteState;
  readonly isAdmitted: boolean;
  /** Whether the visibility of the site alone admits them, whoever they are. */
  readonly isReader: boolean;
  readonly isMember: boolean;
  /** An active key of the site that they came with. */
  readonly shareKey: string | undefined;
  readonly isSignedIn: boolean;
  readonly claims: Claims;
}

const NOT_PUBLISHED = 'There is no such site, or it is not published for you.';

/** Decides who reads the published content of which site, and how much of it. */
@Injectable()
export class Admissions {
  constructor(
    private readonly db: Database,
    private readonly members: MembersService,
    private readonly tokens: VisitorTokens,
    private readonly structures: ProfileStructures,
    private readonly roles: EffectiveRoles,
    private readonly guesses: ShareKeyGuesses,
  ) {}

  /** @throws NotFoundError also for whoever isn't admitted: it isn't told whether there is such a site */
  async require(actor: Actor, asked: AskedSite, visitor: Visitor): Promise<Admission> {
    const admission = await this.find(actor, asked, visitor);
    if (admission?.isAdmitted !== true) throw new NotFoundError(NOT_PUBLISHED);
    return admission;
  }

  /** Undefined where there is no such site. @throws ForbiddenError when only single sign-on would admit, TooManyRequestsError when too many share keys were wrong */
  async find(actor: Actor, { organizationId, siteId, shareKey }: AskedSite, visitor: Visitor): Promise<Admission | undefined> {
    if (!isId(organizationId) || !isId(siteId)) return undefined;
    const { visit } = actor;
    if (visit !== undefined) return this.ofVisit(visit, siteId, organizationId);
    const known = worksIn(actor, organizationId) ? this.members.membershipOf(organizationId, actor.userId) : undefined;
    const [membership, site] = await Promise.all([known, findSiteState(this.db, organizationId, siteId, shareKey)]);
    if (site === undefined) return undefined;
    // At the addresses of other sites the first part of a page's path stands where a key would.
    if (shareKey !== undefined && site.visibility === 'share-link') this.guesses.weigh(actor, siteId, shareKey, site.hasShareKey);
    const signedClaims = await this.tokens.claimsOf(visitor.token, site.visitorKey);
    const admission = decide({ site, membership, shareKey, isSignedIn: signedClaims !== undefined, claims: claimsOfVisitor(signedClaims, visitor.unsignedClaims) });
    if (!admission.isAdmitted && membership?.barred === true) throw barred();
    return admission;
  }

  /** The spaces whose content they read, in the order of the site; of a site that isn't published for them, those that they read by their own role. */
  async spaceIds(caller: { readonly userId: string; readonly visit?: Visit }, { site, isReader, claims }: Admission): Promise<string[]> {
    if (caller.visit !== undefined) return [...caller.visit.spaceIds];
    const shown = await this.structures.shown(site, claims);
    const ids = [...new Set(siteSpacesOf(shown).map(({ spaceId }) => spaceId))];
    if (isReader) return ids;
    const standings = await this.roles.load(caller, ids);
    return ids.filter((id) => (standings.get(id)?.role ?? null) !== null);
  }

  /** What a token reads that was issued for these facts; undefined when they admit no longer. */
  async visit({ organizationId, siteId, userId, shareKey, signedInWith, claims }: VisitFacts): Promise<Visit | undefined> {
    const membership = userId === undefined ? undefined : await this.members.membershipOf(organizationId, userId);
    const site = await findSiteState(this.db, organizationId, siteId, shareKey);
    if (site === undefined) return undefined;
    const admission = decide({ site, membership, shareKey, isSignedIn: signedInWith === markOf(site), claims });
    if (!admission.isAdmitted) return undefined;
    const spaceIds = new Set(await this.spaceIds({ userId: userId ?? '' }, admission));
    return { organizationId, siteId, spaceIds, ...(admission.shareKey === undefined ? {} : { shareKey: admission.shareKey }), claims: admission.claims };
  }

  private async ofVisit(visit: Visit, siteId: string, organizationId: string): Promise<Admission | undefined> {
    const { shareKey, claims } = visit;
    const site = visit.siteId === siteId && visit.organizationId === organizationId ? await findSiteState(this.db, organizationId, siteId, shareKey) : undefined;
    return site && { site, isAdmitted: true, isReader: false, isMember: false, isSignedIn: false, shareKey, claims };
  }
}

/** Tells the key that visitors of the site are signed in with now, without telling it. */
export function markOf({ visitorKey }: SiteState): string {
  return createHash('sha256').update(visitorKey).digest('base64url').slice(0, 16);
}

interface Facts {
  readonly site: SiteState;
  readonly membership: KnownMembership | undefined;
  readonly shareKey: string | undefined;
  readonly isSignedIn: boolean;
  readonly claims: Claims;
}

/** Whoever single sign-on is enforced against reads what everybody may read. */
function decide({ site, membership: known, shareKey, isSignedIn, claims }: Facts): Admission {
  const membership = known?.barred === true ? undefined : known;
  const { published, visibility, hasShareKey, adaptiveContent } = site;
  const isReader = isAdmitted({ isMember: false, published, visibility, hasShareKey, isSignedIn });
  return {
    site,
    isAdmitted: isReader || siteAbilities(membership).view,
    isReader,
    isMember: membership !== undefined,
    shareKey: hasShareKey && visibility === 'share-link' ? shareKey : undefined,
    isSignedIn,
    claims: adaptiveContent ? claims : {},
  };
}
