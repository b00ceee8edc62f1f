import { Body, Controller, Get, Param, Patch, Post } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../../kernel/auth/actor.js';
import { ExtensionOperation } from '../../../kernel/openapi/operation.js';
import { SitePublishingAuthDto, UpdateSitePublishingAuthDto } from '../dto/site-publishing-auth.dto.js';
import { VisitorKeysService } from './visitor-keys.service.js';

@Controller('v1/orgs/:organizationId/sites/:siteId/publishing/auth')
export class VisitorKeysController {
  constructor(private readonly keys: VisitorKeysService) {}

  @ExtensionOperation({ id: 'getSitePublishingAuthById', summary: 'Get the key that signs visitors in to a site', answer: SitePublishingAuthDto })
  @Get()
  get(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('siteId') siteId: string): Promise<SitePublishingAuthDto> {
    return this.keys.get(actor, organizationId, siteId);
  }

  @ExtensionOperation({ id: 'updateSitePublishingAuthById', summary: 'Set where visitors of a site sign in', answer: SitePublishingAuthDto, errors: [409, 413, 415] })
  @Patch()
  update(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() body: UpdateSitePublishingAuthDto,
  ): Promise<SitePublishingAuthDto> {
    return this.keys.update(actor, organizationId, siteId, body);
  }

  @ExtensionOperation({
    id: 'regenerateSitePublishingAuthById',
    summary: 'Give a site another key to sign visitors in with',
    description: 'What the key before has signed is refused from then on.',
    answer: SitePublishingAuthDto,
    errors: [409],
  })
  @Post('regenerate')
  regenerate(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('siteId') siteId: string): Promise<SitePublishingAuthDto> {
    return this.keys.regenerate(actor, organizationId, siteId);
  }
}
