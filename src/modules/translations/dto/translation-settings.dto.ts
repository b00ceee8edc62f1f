import { ApiProperty, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { LocationUrlsDto } from '../../../kernel/openapi/location-urls.dto.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import { type Language, LANGUAGES } from '../languages.js';
import type { TranslationAbilities } from '../translation-settings.policy.js';

@ApiSchema({ name: 'TranslationSettingsPermissions' })
export class TranslationSettingsPermissionsDto implements TranslationAbilities {
  @ApiProperty()
  view: boolean;

  @ApiProperty({ description: 'Change and delete the settings' })
  edit: boolean;
}

@ApiSchema({ name: 'TranslationSettings' })
export class TranslationSettingsDto {
  @ApiProperty({ enum: ['translation-settings'] })
  object: 'translation-settings';

  @ApiProperty()
  id: string;

  @ApiProperty({ minLength: 1, maxLength: 100 })
  title: string;

  @ApiProperty({ enum: LANGUAGES, enumName: 'Language', isArray: true, description: 'Codes of the languages to translate into, each once' })
  languages: Language[];

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt: string;

  @ApiProperty({ type: TranslationSettingsPermissionsDto })
  permissions: TranslationSettingsPermissionsDto;

  @ApiProperty({ type: LocationUrlsDto })
  urls: LocationUrlsDto;
}

export const TranslationSettingsListDto = pageOf(TranslationSettingsDto);
export type TranslationSettingsListDto = InstanceType<typeof TranslationSettingsListDto>;
