import { Module } from '@nestjs/common';
import { MembersModule } from '../members/members.module.js';
import { TranslationSettingsAccess } from './translation-settings.access.js';
import { TranslationSettingsPresenter } from './translation-settings.presenter.js';
import { TranslationsController } from './translations.controller.js';
import { TranslationsService } from './translations.service.js';

@Module({
  imports: [MembersModule],
  controllers: [TranslationsController],
  providers: [TranslationSettingsAccess, TranslationSettingsPresenter, TranslationsService],
  exports: [TranslationsService],
})
export class TranslationsModule {}
