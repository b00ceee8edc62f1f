import { ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { KeptAddress, NestedObject, Optional, Text, TextList } from '../../../kernel/validation/body-fields.js';

const ID = { min: 1, max: 100 };
const TITLE = { min: 2, max: 40 };
const DESCRIPTION = { max: 150 };
const ADDRESS = { max: 2_048 };

/** The pattern of an address starts like one: scheme and host, in which `*` stands for any characters. */
const ADDRESS_PATTERN = /^https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/i;

@ApiSchema({ name: 'IntegrationBlockMarkdown' })
export class IntegrationBlockMarkdownDto {
  @Text({ min: 1, max: 100, description: 'Language of the code block that stands for the block in Markdown' })
  codeblock: string;

  @Text({ min: 1, max: 100, description: 'Property of the block that holds what is in the code block' })
  body: string;
}

/** What an integration adds to pages. */
@ApiSchema({ name: 'IntegrationBlock' })
export class IntegrationBlockDto {
  @Text(ID)
  id: string;

  @Text(TITLE)
  title: string;

  @Optional()
  @Text(DESCRIPTION)
  description?: string;

  @Optional()
  @KeptAddress({ ...ADDRESS, description: 'Address of a picture; it is never fetched' })
  icon?: string;

  @Optional()
  @TextList({
    maxItems: 100,
    min: 1,
    max: 512,
    pattern: ADDRESS_PATTERN,
    description: 'Patterns of the addresses that the block shows, such as https://*.example.com/file/**',
  })
  urlUnfurl?: string[];

  @Optional()
  @NestedObject(() => IntegrationBlockMarkdownDto)
  markdown?: IntegrationBlockMarkdownDto;
}

@ApiSchema({ name: 'IntegrationContentSourceConfiguration' })
export class IntegrationContentSourceConfigurationDto {
  @Text({ min: 1, max: 100 })
  componentId: string;
}

/** Where an integration takes content from. */
@ApiSchema({ name: 'IntegrationContentSource' })
export class IntegrationContentSourceDto {
  @Text(ID)
  id: string;

  @Text(TITLE)
  title: string;

  @Optional()
  @Text(DESCRIPTION)
  description?: string;

  @Optional()
  @KeptAddress({ ...ADDRESS, description: 'Address of a picture; it is never fetched' })
  icon?: string;

  @NestedObject(() => IntegrationContentSourceConfigurationDto)
  configuration: IntegrationContentSourceConfigurationDto;
}

@ApiSchema({ name: 'IntegrationLink' })
export class IntegrationLinkDto {
  @KeptAddress(ADDRESS)
  url: string;

  @Text({ min: 1, max: 100 })
  label: string;
}
