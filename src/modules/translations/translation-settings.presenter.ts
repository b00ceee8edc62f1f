import { Injectable } from '@nestjs/common';
import { permissionsOf } from '../../kernel/permissions/slots.js';
import { Urls } from '../../kernel/urls/urls.js';
import type { TranslationSettingsDto } from './dto/translation-settings.dto.js';
import { TranslationSettingsAccess } from './translation-settings.access.js';
import type { TranslationSettingsEntity } from './translation-settings.entity.js';

@Injectable()
export class TranslationSettingsPresenter {
  constructor(private readonly urls: Urls) {}

  present(settings: TranslationSettingsEntity): TranslationSettingsDto {
    const { id, organizationId, title, languages, createdAt, updatedAt } = settings;
    return {
      object: 'translation-settings',
      id,
      title,
      languages,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      permissions: permissionsOf(TranslationSettingsAccess, settings),
      urls: { location: this.urls.api('orgs', organizationId, 'translations', id) },
    };
  }
}
