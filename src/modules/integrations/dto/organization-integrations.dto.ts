import { ApiProperty, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import { PageQuery } from '../../../kernel/pagination/page-query.js';
import { QueryChoice, QueryText } from '../../../kernel/validation/query-fields.js';
import { INSTALLATION_STATUSES, type InstallationStatus } from '../installations/installation-status.js';
import { InstallationDto } from './installation.dto.js';
import { IntegrationBlockDto } from './integration-parts.dto.js';
import { IntegrationDto } from './integration.dto.js';

@ApiSchema({ name: 'OrganizationInstallation' })
export class OrganizationInstallationDto {
  @ApiProperty({ type: InstallationDto })
  installation: InstallationDto;

  @ApiProperty({ type: IntegrationDto })
  integration: IntegrationDto;
}

export const OrganizationInstallationListDto = pageOf(OrganizationInstallationDto);
export type OrganizationInstallationListDto = InstanceType<typeof OrganizationInstallationListDto>;

@ApiSchema({ name: 'IntegrationStatus' })
export class IntegrationStatusDto {
  @ApiProperty({ enum: INSTALLATION_STATUSES })
  status: InstallationStatus;
}

@ApiSchema({ name: 'InstalledIntegration' })
export class InstalledIntegrationDto extends IntegrationStatusDto {
  @ApiProperty({ type: IntegrationDto })
  integration: IntegrationDto;
}

export const InstalledIntegrationListDto = pageOf(InstalledIntegrationDto);
export type InstalledIntegrationListDto = InstanceType<typeof InstalledIntegrationListDto>;

@ApiSchema({ name: 'IntegrationBlocks' })
export class IntegrationBlocksDto {
  @ApiProperty({ description: 'Name of the integration' })
  name: string;

  @ApiProperty({ type: [IntegrationBlockDto] })
  blocks: readonly IntegrationBlockDto[];
}

export class IntegrationSearchQuery extends PageQuery {
  @QueryText({ description: 'Only integrations whose name contains this, without regard to case.' })
  search?: string;
}

const STATUS_TARGETS = ['organization', 'space', 'site'] as const;

export class IntegrationStatusQuery extends PageQuery {
  @QueryChoice(STATUS_TARGETS, { default: 'organization', description: 'organization: all; space, site: only those that are installed in some space, or in some site.' })
  target: (typeof STATUS_TARGETS)[number];
}
