import { ApiProperty, ApiSchema } from '../../../kernel/openapi/late-decorators.js';

@ApiSchema({ name: 'InstallationToken' })
export class InstallationTokenDto {
  @ApiProperty({ description: 'Shown this once' })
  token: string;

  @ApiProperty({ format: 'date-time' })
  expiresAt: string;
}
