import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'InstallationToken' })
export class InstallationTokenDto {
  @ApiProperty({ description: 'Shown this once' })
  token: string;

  @ApiProperty({ format: 'date-time' })
  expiresAt: string;
}
