import { ApiProperty, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { Flag, Optional, Text } from '../../../kernel/validation/body-fields.js';

@ApiSchema({ name: 'ShareLinkUrls' })
export class ShareLinkUrlsDto {
  @ApiProperty({ format: 'uri', description: "Address of the site for whoever has the link; its last part is the share key" })
  published: string;
}

@ApiSchema({ name: 'ShareLink' })
export class ShareLinkDto {
  @ApiProperty({ enum: ['share-link'] })
  object: 'share-link';

  @ApiProperty()
  id: string;

  @ApiProperty({ maxLength: 50 })
  name: string;

  @ApiProperty({ description: 'Whether it admits' })
  active: boolean;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ type: ShareLinkUrlsDto })
  urls: ShareLinkUrlsDto;
}

const NAME = { max: 50 };

@ApiSchema({ name: 'CreateShareLink' })
export class CreateShareLinkDto {
  @Text(NAME)
  name: string;
}

@ApiSchema({ name: 'UpdateShareLink' })
export class UpdateShareLinkDto {
  @Optional()
  @Flag({ description: 'Whether it admits' })
  active?: boolean;

  @Optional()
  @Text(NAME)
  name?: string;
}
