import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import { PROCESS_ERROR_CODES, type ProcessErrorCode, PROCESSING_STATES, type ProcessingState } from '../openapi-spec.entity.js';
import type { OpenApiSpecAbilities } from '../openapi-spec.policy.js';
import { SLUG } from '../slug.js';

@ApiSchema({ name: 'OpenAPISpecPermissions' })
export class OpenApiSpecPermissionsDto implements OpenApiSpecAbilities {
  @ApiProperty()
  view: boolean;

  @ApiProperty({ description: 'Set its source, delete it' })
  edit: boolean;
}

@ApiSchema({ name: 'OpenAPISpecUrls' })
export class OpenApiSpecUrlsDto {
  @ApiProperty({ format: 'uri' })
  location: string;

  @ApiProperty({ format: 'uri' })
  app: string;
}

@ApiSchema({ name: 'OpenAPISpecProcessError' })
export class OpenApiSpecProcessErrorDto {
  @ApiProperty({ description: 'For people: names the document and the place in it' })
  message: string;

  @ApiProperty({ enum: PROCESS_ERROR_CODES, enumName: 'OpenAPISpecProcessErrorCode' })
  code: ProcessErrorCode;
}

@ApiSchema({ name: 'OpenAPISpec' })
export class OpenApiSpecDto {
  @ApiProperty({ enum: ['openapi-spec'] })
  object: 'openapi-spec';

  @ApiProperty()
  id: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ format: 'date-time', description: 'When its source or its content last changed' })
  updatedAt: string;

  @ApiProperty({ minLength: SLUG.min, maxLength: SLUG.max, pattern: SLUG.pattern.source })
  slug: string;

  @ApiPropertyOptional({ format: 'uri', maxLength: 2_048, description: 'Where it is fetched from; absent for a source that came as text' })
  sourceURL?: string;

  @ApiProperty({ enum: PROCESSING_STATES, enumName: 'OpenAPISpecProcessingState', description: 'Of the source that was set last' })
  processingState: ProcessingState;

  @ApiPropertyOptional({ description: 'Id of the newest version; absent until a source was read' })
  lastVersion?: string;

  @ApiPropertyOptional({ format: 'date-time' })
  lastProcessedAt?: string;

  @ApiPropertyOptional({ enum: PROCESS_ERROR_CODES, enumName: 'OpenAPISpecProcessErrorCode', description: 'Why the source could not be read; the last good version stays' })
  lastProcessErrorCode?: ProcessErrorCode;

  @ApiPropertyOptional({ type: [OpenApiSpecProcessErrorDto], description: 'What is behind `lastProcessErrorCode`' })
  lastProcessedErrors?: OpenApiSpecProcessErrorDto[];

  @ApiProperty({ type: OpenApiSpecPermissionsDto })
  permissions: OpenApiSpecPermissionsDto;

  @ApiProperty({ type: OpenApiSpecUrlsDto })
  urls: OpenApiSpecUrlsDto;
}

export const OpenApiSpecListDto = pageOf(OpenApiSpecDto);
export type OpenApiSpecListDto = InstanceType<typeof OpenApiSpecListDto>;
