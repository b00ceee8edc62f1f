import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { LocationUrlsDto } from '../../../kernel/openapi/location-urls.dto.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import { DateTime, Optional, Text } from '../../../kernel/validation/body-fields.js';

@ApiSchema({ name: 'AccessToken' })
export class AccessTokenDto {
  @ApiProperty({ enum: ['access-token'] })
  object: 'access-token';

  @ApiProperty()
  id: string;

  @ApiProperty()
  label: string;

  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: string;

  @ApiPropertyOptional({ type: String, format: 'date-time', description: 'Absent: it does not expire.' })
  expiresAt?: string;

  @ApiProperty({ type: LocationUrlsDto })
  urls: LocationUrlsDto;
}

@ApiSchema({ name: 'NewAccessToken' })
export class NewAccessTokenDto extends AccessTokenDto {
  @ApiProperty({ description: 'The token itself: it is told here and never again.' })
  token: string;
}

export const AccessTokenListDto = pageOf(AccessTokenDto);
export type AccessTokenListDto = InstanceType<typeof AccessTokenListDto>;

@ApiSchema({ name: 'CreateAccessToken' })
export class CreateAccessTokenDto {
  @Text({ min: 1, max: 50, description: 'What the token is for' })
  label: string;

  @Optional()
  @DateTime({ description: 'When it ends; without, it lasts until it is revoked' })
  expiresAt?: string;
}
