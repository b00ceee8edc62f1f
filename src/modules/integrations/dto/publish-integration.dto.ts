import { ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { Choice, ChoiceList, Custom, NestedList, Optional, Text, TextList } from '../../../kernel/validation/body-fields.js';
import { CONFIGURATIONS_SCHEMA, configurationsFaults, type IntegrationConfigurations } from '../configuration-schema.js';
import { LARGEST_IMAGE, LONGEST_BASE64 } from '../integration-images.js';
import { SECRETS_SCHEMA, secretsFaults } from '../integration-secrets-map.js';
import {
  INTEGRATION_CATEGORIES,
  INTEGRATION_RUNTIMES,
  INTEGRATION_SCOPES,
  INTEGRATION_TARGETS,
  INTEGRATION_VISIBILITIES,
  type IntegrationCategory,
  type IntegrationRuntime,
  type IntegrationScope,
  type IntegrationTarget,
  type IntegrationVisibility,
} from '../integration-values.js';
import { IntegrationBlockDto, IntegrationContentSourceDto, IntegrationLinkDto } from './integration-parts.dto.js';

/** Most bytes of a publication: a script and pictures. */
export const LARGEST_PUBLICATION = 10_485_760;
/** Leaves room for the other fields. */
const LONGEST_SCRIPT = 8_388_608;

const PICTURE = { min: 1, max: LONGEST_BASE64, format: 'byte' };
const PICTURE_TEXT = `PNG, JPEG, GIF or WebP, at most ${String(LARGEST_IMAGE)} bytes, in base64`;

@ApiSchema({ name: 'PublishIntegration' })
export class PublishIntegrationDto {
  @Text({ min: 1, max: 64, description: 'Id or host name of the organization that publishes it' })
  organization: string;

  @Text({ min: 2, max: 30 })
  title: string;

  @Text({ max: 100 })
  description: string;

  @Text({ min: 1, max: LONGEST_SCRIPT, description: 'What the integration runs' })
  script: string;

  @Optional()
  @Choice(INTEGRATION_RUNTIMES, { name: 'IntegrationRuntime', description: 'Left out: v1' })
  runtime?: IntegrationRuntime;

  @Optional()
  @Text({ ...PICTURE, description: PICTURE_TEXT })
  icon?: string;

  @Optional()
  @Text({ max: 2048, description: 'Markdown' })
  summary?: string;

  @Optional()
  @TextList({ ...PICTURE, maxItems: 3, description: `Each ${PICTURE_TEXT}` })
  previewImages?: string[];

  @Optional()
  @Choice(INTEGRATION_VISIBILITIES, { name: 'IntegrationVisibility', description: 'Left out: private' })
  visibility?: IntegrationVisibility;

  @Optional()
  @Choice(INTEGRATION_TARGETS, { name: 'IntegrationTarget', description: 'Where it can be installed. Left out: all' })
  target?: IntegrationTarget;

  @Optional()
  @ChoiceList(INTEGRATION_SCOPES)
  scopes?: IntegrationScope[];

  @Optional()
  @ChoiceList(INTEGRATION_CATEGORIES)
  categories?: IntegrationCategory[];

  @Optional()
  @NestedList(() => IntegrationBlockDto, { maxItems: 100, description: 'With an id each' })
  blocks?: IntegrationBlockDto[];

  @Optional()
  @NestedList(() => IntegrationContentSourceDto, { maxItems: 100, description: 'With an id each' })
  contentSources?: IntegrationContentSourceDto[];

  @Optional()
  @NestedList(() => IntegrationLinkDto, { maxItems: 5 })
  externalLinks?: IntegrationLinkDto[];

  @Optional()
  @Custom({ schema: CONFIGURATIONS_SCHEMA, check: configurationsFaults })
  configurations?: IntegrationConfigurations;

  @Optional()
  @Custom({ schema: SECRETS_SCHEMA, check: secretsFaults })
  secrets?: Readonly<Record<string, string>>;

  @Optional()
  @Text({ min: 1, max: 4096, pattern: /^[\x20-\x7e]+$/, description: 'For what the integration shows: a header in one line' })
  contentSecurityPolicy?: string;
}
