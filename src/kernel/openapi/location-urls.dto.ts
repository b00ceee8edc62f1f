import { ApiProperty, ApiSchema } from './late-decorators.js';

@ApiSchema({ name: 'LocationUrls' })
export class LocationUrlsDto {
  @ApiProperty({ format: 'uri', description: 'Address of this resource in the API' })
  location: string;
}
