import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { Choice, KeptAddress, Nullable, Optional } from '../../../kernel/validation/body-fields.js';

@ApiSchema({ name: 'SitePublishingAuth' })
export class SitePublishingAuthDto {
  @ApiProperty({ enum: ['custom'] })
  backend: 'custom';

  @ApiProperty({ description: 'Secret that signs visitors in: their JSON Web Tokens are signed with it (HS256), and have an `exp`' })
  privateKey: string;

  @ApiPropertyOptional({ format: 'uri', description: 'Where visitors sign in who have no valid token' })
  fallbackURL?: string;
}

@ApiSchema({ name: 'UpdateSitePublishingAuth' })
export class UpdateSitePublishingAuthDto {
  @Optional()
  @Choice(['custom'], { name: 'SitePublishingAuthBackend' })
  backend?: 'custom';

  @Optional()
  @Nullable()
  @KeptAddress({ max: 2_048, description: 'Where visitors sign in who have no valid token; null: nowhere' })
  fallbackURL?: string | null;
}
