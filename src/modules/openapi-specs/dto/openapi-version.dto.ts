import { ApiExtraModels, ApiProperty, ApiPropertyOptional, ApiSchema, getSchemaPath } from '../../../kernel/openapi/late-decorators.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';

const URL_TEXT = 'The main document as it came; answers without a token, for a time';

@ApiSchema({ name: 'OpenAPISpecVersionUrls' })
export class OpenApiVersionUrlsDto {
  @ApiProperty({ format: 'uri' })
  location: string;
}

@ApiSchema({ name: 'OpenAPISpecVersion' })
export class OpenApiVersionDto {
  @ApiProperty({ enum: ['openapi-spec-version'] })
  object: 'openapi-spec-version';

  @ApiProperty()
  id: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ format: 'uri', maxLength: 2_048, description: URL_TEXT })
  url: string;

  @ApiProperty({ type: OpenApiVersionUrlsDto })
  urls: OpenApiVersionUrlsDto;
}

export const OpenApiVersionListDto = pageOf(OpenApiVersionDto);
export type OpenApiVersionListDto = InstanceType<typeof OpenApiVersionListDto>;

@ApiSchema({ name: 'OpenAPISpecFile' })
export class OpenApiFileDto {
  @ApiPropertyOptional({ format: 'uri', description: 'The address that answered, against which its references are resolved; absent for what came as text' })
  url?: string;

  @ApiProperty({
    oneOf: [
      { type: 'object', additionalProperties: true },
      { type: 'array', items: {} },
    ],
    description: 'The document, with its references as they are',
  })
  document: object;
}

@ApiSchema({ name: 'OpenAPISpecFilesystem' })
@ApiExtraModels(OpenApiFileDto)
export class OpenApiFilesystemDto {
  @ApiProperty({ description: 'The main document: a key of `files`' })
  entrypoint: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(OpenApiFileDto) },
    description: 'Every document by its place: the address by which it is referenced',
  })
  files: Record<string, OpenApiFileDto>;
}

@ApiSchema({ name: 'OpenAPISpecVersionContent' })
export class OpenApiContentDto {
  @ApiProperty({ type: OpenApiFilesystemDto })
  filesystem: OpenApiFilesystemDto;

  @ApiProperty({ format: 'uri', maxLength: 2_048, description: URL_TEXT })
  url: string;
}
