import { ApiProperty, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'SitePublishingAuth' })
export class SitePublishingAuthDto {
  @ApiProperty({ enum: ['custom'] })
  backend: 'custom';

  @ApiProperty({ description: 'Secret that signs visitors in: their JSON Web Tokens are signed with it (HS256), and have an `exp`' })
  privateKey: string;
}
