import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../../kernel/openapi/operation.js';
import { PublishedContentQuery, PublishedContentRedirectDto, PublishedSiteContentDto, ResolvePublishedContentDto } from '../dto/resolution.dto.js';
import { ResolutionService } from './resolution.service.js';

const ANSWERS = [PublishedSiteContentDto, PublishedContentRedirectDto];
const DESCRIPTION = 'A site, and what of it; or where else it leads to. The token in the answer reads the content of that site, and nothing else.';

@Controller('v1/urls/published')
export class ResolutionController {
  constructor(private readonly resolution: ResolutionService) {}

  @ExtensionOperation({ id: 'getPublishedContentByUrl', summary: 'Get what is published at an address', description: DESCRIPTION, answer: ANSWERS, deprecated: true })
  @Get()
  get(@CurrentActor() actor: Actor, @Query() query: PublishedContentQuery): Promise<PublishedContentRedirectDto | PublishedSiteContentDto> {
    return this.resolution.resolveQuery(actor, query);
  }

  @ExtensionOperation({ id: 'resolvePublishedContentByUrl', summary: 'Resolve an address to published content', description: DESCRIPTION, answer: ANSWERS, errors: [413, 415] })
  @Post()
  resolve(@CurrentActor() actor: Actor, @Body() body: ResolvePublishedContentDto): Promise<PublishedContentRedirectDto | PublishedSiteContentDto> {
    return this.resolution.resolve(actor, body);
  }
}
