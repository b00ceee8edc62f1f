import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { BadInputError, NotFoundError } from '../../../kernel/errors/errors.js';
import { isObject } from '../../../kernel/validation/objects.js';
import type { Claims } from '../adaptive/condition.js';
import { LONGEST_ADDRESS, type SitePreviewDto, type SitePreviewQuery } from '../dto/resolution.dto.js';
import { Admissions } from '../published/admissions.js';
import { siteSpacesOf } from '../published/profile-structure.js';
import { ProfileStructures } from '../published/profile-structures.js';
import { SiteAccess } from '../site.access.js';
import { SiteUrls } from '../site-urls.js';
import { NO_SITE_SPACE } from '../structure/structure-answers.js';
import { PREVIEW } from './resolution.service.js';
import { readRison } from './rison.js';
import { Visits } from './visits.service.js';

const NOBODY = { token: undefined, unsignedClaims: {} };

/** Makes addresses by which a site is seen as a visitor with some claims sees it. */
@Injectable()
export class PreviewsService {
  constructor(
    private readonly access: SiteAccess,
    private readonly admissions: Admissions,
    private readonly structures: ProfileStructures,
    private readonly visits: Visits,
    private readonly siteUrls: SiteUrls,
  ) {}

  async get(actor: Actor, organizationId: string, siteId: string, query: SitePreviewQuery): Promise<SitePreviewDto> {
    await this.access.load(actor, organizationId, siteId, 'view');
    const wanted = claimsOf(query.claims);
    const admission = await this.admissions.require(actor, { organizationId, siteId }, NOBODY);
    const { site } = admission;
    const claims = site.adaptiveContent ? wanted : {};
    const siteSpace = siteSpacesOf(await this.structures.whole(site)).find(({ id }) => id === query.siteSpace);
    if (query.siteSpace !== undefined && siteSpace === undefined) throw new NotFoundError(NO_SITE_SPACE);
    const paths = siteSpace === undefined ? [] : [...(siteSpace.sectionPath === null ? [] : [siteSpace.sectionPath]), siteSpace.path];
    const token = await this.visits.issue(actor, { ...admission, claims, isSignedIn: false }, NOBODY);
    const url = `${this.siteUrls.of(site, undefined, ...paths)}?${PREVIEW}=${token}`;
    if (url.length > LONGEST_ADDRESS) throw BadInputError.ofField('claims', `make the address longer than ${String(LONGEST_ADDRESS)} characters`);
    return { url };
  }
}

/** @throws BadInputError */
function claimsOf(text: string | undefined): Claims {
  const claims = text === undefined ? {} : readRison(text);
  if (!isObject(claims)) throw BadInputError.ofField('claims', 'must be an object in Rison, such as (isBeta:!t)');
  return { ...claims };
}
