import type { SchemaObject } from '@nestjs/swagger';
import { ApiProperty, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { Custom } from '../../../kernel/validation/body-fields.js';
import { DRAFT_07, schemaFaults, UNSIGNED_DESCRIPTION, type VisitorSchema } from '../adaptive/visitor-schema.js';

const CLAIM: SchemaObject = {
  type: 'object',
  properties: { type: { type: 'string', enum: ['boolean'] }, description: { type: 'string', maxLength: 1024 } },
  required: ['type', 'description'],
  additionalProperties: false,
};

const UNSIGNED: SchemaObject = {
  type: 'object',
  description: 'Claims that nobody has signed',
  properties: {
    type: { type: 'string', enum: ['object'] },
    description: { type: 'string', maxLength: 1024, example: UNSIGNED_DESCRIPTION },
    properties: { type: 'object', additionalProperties: CLAIM },
    additionalProperties: { type: 'boolean', enum: [false] },
  },
  required: ['type', 'description', 'properties', 'additionalProperties'],
  additionalProperties: false,
};

// Tools take a property that is named $id for the schema's own, so only the description tells of it.
const VISITOR_SCHEMA: SchemaObject = {
  type: 'object',
  description: 'A JSON Schema of what the site may know of its visitors. It may have an `$id`, and nothing else besides.',
  properties: {
    $schema: { type: 'string', enum: [DRAFT_07] },
    type: { type: 'string', enum: ['object'] },
    properties: { type: 'object', properties: { unsigned: UNSIGNED }, additionalProperties: CLAIM },
    additionalProperties: { type: 'boolean', enum: [false] },
  },
  required: ['type', 'properties', 'additionalProperties'],
  additionalProperties: true,
};

@ApiSchema({ name: 'SiteAdaptiveSchema' })
export class SiteAdaptiveSchemaDto {
  @ApiProperty({ enum: ['site-adaptive-schema'] })
  object: 'site-adaptive-schema';

  @ApiProperty({ type: 'object', additionalProperties: true, allOf: [VISITOR_SCHEMA] })
  jsonSchema: VisitorSchema;

  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

@ApiSchema({ name: 'UpdateSiteAdaptiveSchema' })
export class UpdateSiteAdaptiveSchemaDto {
  @Custom({ schema: VISITOR_SCHEMA, check: schemaFaults })
  jsonSchema: VisitorSchema;
}

@ApiSchema({ name: 'TemplateCondition' })
export class TemplateConditionDto {
  @ApiProperty()
  description: string;

  @ApiProperty({ description: 'To be used as a condition' })
  condition: string;
}

@ApiSchema({ name: 'TemplateConditions' })
export class TemplateConditionsDto {
  @ApiProperty({ type: [TemplateConditionDto] })
  items: TemplateConditionDto[];
}
