import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Database } from '../../../kernel/database/database.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import type { WrittenAnswer } from '../../../kernel/http/answer.js';
import { isId } from '../../../kernel/ids/id.js';
import { MembersService } from '../../members/members.service.js';
import type { PublishedSiteQuery } from '../dto/published-site.dto.js';
import { siteAbilities } from '../site.policy.js';
import { isAdmitted } from './admission.policy.js';
import { Profiles } from './profiles.js';
import { findSiteState } from './site-state.js';
import { claimsOfVisitor, type Visitor } from './visitor.js';
import { VisitorTokens } from './visitor-tokens.js';

/** Answers everything that a reader front end shows of a site. */
@Injectable()
export class PublishedSiteService {
  constructor(
    private readonly db: Database,
    private readonly members: MembersService,
    private readonly tokens: VisitorTokens,
    private readonly profiles: Profiles,
  ) {}

  /** @throws NotFoundError also for whoever isn't admitted: it isn't told whether there is such a site */
  async get(actor: Actor, organizationId: string, siteId: string, { shareKey }: PublishedSiteQuery, visitor: Visitor): Promise<WrittenAnswer> {
    if (!isId(organizationId) || !isId(siteId)) throw new NotFoundError(NOT_PUBLISHED);
    const [membership, site] = await Promise.all([
      this.members.findMembership(organizationId, actor),
      findSiteState(this.db, organizationId, siteId, shareKey),
    ]);
    if (site === undefined) throw new NotFoundError(NOT_PUBLISHED);
    const signedClaims = await this.tokens.claimsOf(visitor.token, site.visitorKey);
    const { published, visibility, hasShareKey, adaptiveContent } = site;
    const isMember = siteAbilities(membership).view;
    if (!isAdmitted({ isMember, published, visibility, hasShareKey, isSignedIn: signedClaims !== undefined })) throw new NotFoundError(NOT_PUBLISHED);
    return this.profiles.get(site, {
      actor,
      isMember: membership !== undefined,
      shareKey: hasShareKey && visibility === 'share-link' ? shareKey : undefined,
      claims: adaptiveContent ? claimsOfVisitor(signedClaims, visitor.unsignedClaims) : {},
    });
  }
}

const NOT_PUBLISHED = 'There is no such site, or it is not published for you.';
