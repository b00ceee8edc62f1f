import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import { Operation } from '../../kernel/openapi/operation.js';
import { PageQuery } from '../../kernel/pagination/page-query.js';
import { CreateTranslationSettingsDto, UpdateTranslationSettingsDto } from './dto/translation-settings-requests.dto.js';
import { TranslationSettingsDto, TranslationSettingsListDto } from './dto/translation-settings.dto.js';
import { TranslationsService } from './translations.service.js';

const SECTION = 'Translations';

@Controller('v1/orgs/:organizationId/translations')
export class TranslationsController {
  constructor(private readonly translations: TranslationsService) {}

  @Operation({ id: 'listTranslations', section: SECTION, summary: 'List the translation settings of an organization', answer: TranslationSettingsListDto })
  @Get()
  list(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Query() query: PageQuery): Promise<TranslationSettingsListDto> {
    return this.translations.list(actor, organizationId, query);
  }

  @Operation({ id: 'createTranslation', section: SECTION, summary: 'Create translation settings', status: 201, answer: TranslationSettingsDto, errors: [409, 413, 415] })
  @Post()
  create(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Body() body: CreateTranslationSettingsDto,
  ): Promise<TranslationSettingsDto> {
    return this.translations.create(actor, organizationId, body);
  }

  @Operation({ id: 'getTranslation', section: SECTION, summary: 'Get translation settings', answer: TranslationSettingsDto })
  @Get(':translationSettingsId')
  get(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('translationSettingsId') translationSettingsId: string,
  ): Promise<TranslationSettingsDto> {
    return this.translations.get(actor, organizationId, translationSettingsId);
  }

  @Operation({ id: 'updateTranslation', section: SECTION, summary: 'Change translation settings', answer: TranslationSettingsDto, errors: [413, 415] })
  @Put(':translationSettingsId')
  update(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('translationSettingsId') translationSettingsId: string,
    @Body() body: UpdateTranslationSettingsDto,
  ): Promise<TranslationSettingsDto> {
    return this.translations.update(actor, organizationId, translationSettingsId, body);
  }

  @Operation({ id: 'deleteTranslation', section: SECTION, summary: 'Delete translation settings', status: 205 })
  @Delete(':translationSettingsId')
  delete(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('translationSettingsId') translationSettingsId: string,
  ): Promise<void> {
    return this.translations.delete(actor, organizationId, translationSettingsId);
  }
}
