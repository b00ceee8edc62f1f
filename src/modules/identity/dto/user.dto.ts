import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { LocationUrlsDto } from '../../../kernel/openapi/location-urls.dto.js';

@ApiSchema({ name: 'User' })
export class UserDto {
  @ApiProperty({ enum: ['user'] })
  object: 'user';

  @ApiProperty()
  id: string;

  @ApiProperty()
  displayName: string;

  @ApiPropertyOptional()
  email?: string;

  @ApiPropertyOptional()
  photoURL?: string;

  @ApiProperty({ type: LocationUrlsDto })
  urls: LocationUrlsDto;
}
