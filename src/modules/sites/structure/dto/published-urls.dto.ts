import { ApiPropertyOptional, ApiSchema } from '../../../../kernel/openapi/late-decorators.js';

@ApiSchema({ name: 'PublishedUrls' })
export class PublishedUrlsDto {
  @ApiPropertyOptional({ format: 'uri', description: 'Where readers find it, while the site is published' })
  published?: string;
}
