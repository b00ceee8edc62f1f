import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'LocationUrls' })
export class LocationUrlsDto {
  @ApiProperty({ format: 'uri', description: 'Address of this resource in the API' })
  location: string;
}
