import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { OrganizationDto } from './organization.dto.js';

@ApiSchema({ name: 'EmailDomainOrganizations' })
export class EmailDomainOrganizationsDto {
  @ApiProperty({ type: [OrganizationDto] })
  organizations: OrganizationDto[];
}
