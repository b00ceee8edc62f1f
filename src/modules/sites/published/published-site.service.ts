import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import type { WrittenAnswer } from '../../../kernel/http/answer.js';
import type { PublishedSiteQuery } from '../dto/published-site.dto.js';
import { Admissions } from './admissions.js';
import { Profiles } from './profiles.js';
import type { Visitor } from './visitor.js';

/** Answers everything that a reader front end shows of a site. */
@Injectable()
export class PublishedSiteService {
  constructor(
    private readonly admissions: Admissions,
    private readonly profiles: Profiles,
  ) {}

  /** @throws NotFoundError also for whoever isn't admitted: it isn't told whether there is such a site */
  async get(actor: Actor, organizationId: string, siteId: string, { shareKey }: PublishedSiteQuery, visitor: Visitor): Promise<WrittenAnswer> {
    const { site, isMember, shareKey: key, claims } = await this.admissions.require(actor, { organizationId, siteId, shareKey }, visitor);
    return this.profiles.get(site, { actor, isMember, shareKey: key, claims });
  }
}
