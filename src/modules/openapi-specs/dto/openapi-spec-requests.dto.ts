import { ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { Custom, Text } from '../../../kernel/validation/body-fields.js';
import { SLUG } from '../slug.js';
import { SOURCE_SCHEMA, sourceFaults, type SpecSource } from '../spec-source.js';

@ApiSchema({ name: 'CreateOpenAPISpec' })
export class CreateOpenApiSpecDto {
  @Text({ ...SLUG, description: 'Names the spec in addresses; unique in the organization.' })
  slug: string;

  @Custom({ schema: SOURCE_SCHEMA, check: sourceFaults })
  source: SpecSource;
}

@ApiSchema({ name: 'SetOpenAPISpec' })
export class SetOpenApiSpecDto {
  @Custom({ schema: SOURCE_SCHEMA, check: sourceFaults })
  source: SpecSource;
}
