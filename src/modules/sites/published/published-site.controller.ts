import { Controller, Get, Param, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import { OpenToVisits } from '../../../kernel/auth/bearer-guard.js';
import type { WrittenAnswer } from '../../../kernel/http/answer.js';
import { Operation } from '../../../kernel/openapi/operation.js';
import { PublishedContentSiteDto, PublishedSiteQuery } from '../dto/published-site.dto.js';
import { PublishedSiteService } from './published-site.service.js';
import { CurrentVisitor, UNSIGNED_CLAIMS_HEADER, type Visitor, VISITOR_TOKEN_HEADER } from './visitor.js';

@Controller('v1/orgs/:organizationId/sites/:siteId/published')
export class PublishedSiteController {
  constructor(private readonly published: PublishedSiteService) {}

  @Operation({
    id: 'getPublishedContentSite',
    section: 'Sites',
    summary: 'Get everything that a reader front end shows of a site',
    description:
      'Members of the organization read it always; others while it is published, as its visibility says. The header ' +
      `\`${VISITOR_TOKEN_HEADER}\` takes the visitor's JSON Web Token, signed with the key of the site (HS256, with \`exp\`); ` +
      `the header \`${UNSIGNED_CLAIMS_HEADER}\` takes a JSON object with unsigned claims. Sections and site spaces whose ` +
      'condition does not hold for these claims are left out.',
    answer: PublishedContentSiteDto,
  })
  @OpenToVisits()
  @Get()
  get(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() query: PublishedSiteQuery,
    @CurrentVisitor() visitor: Visitor,
  ): Promise<WrittenAnswer> {
    return this.published.get(actor, organizationId, siteId, query, visitor);
  }
}
