import { ApiProperty, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { OrganizationDto } from './organization.dto.js';

@ApiSchema({ name: 'EmailDomainOrganizations' })
export class EmailDomainOrganizationsDto {
  @ApiProperty({ type: [OrganizationDto] })
  organizations: OrganizationDto[];
}
