import { ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { ChoiceList, Optional, Text } from '../../../kernel/validation/body-fields.js';
import { type Language, LANGUAGES } from '../languages.js';

const TITLE = { min: 1, max: 100 };

@ApiSchema({ name: 'CreateTranslationSettings' })
export class CreateTranslationSettingsDto {
  @Text(TITLE)
  title: string;

  @Optional()
  @ChoiceList(LANGUAGES, { description: 'Codes of the languages to translate into. Left out: none.' })
  languages?: Language[];
}

@ApiSchema({ name: 'UpdateTranslationSettings' })
export class UpdateTranslationSettingsDto {
  @Text(TITLE)
  title: string;

  @Optional()
  @ChoiceList(LANGUAGES, { description: 'Codes of the languages to translate into, instead of those before. Left out: as they are.' })
  languages?: Language[];
}
