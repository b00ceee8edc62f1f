import { ApiProperty, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import { INSTALLATION_STATUSES, type InstallationStatus } from '../installations/installation-status.js';
import type { Configuration } from '../installations/configurations.js';
import { INSTALLATION_SELECTIONS, type InstallationSelection } from '../installations/installation.entity.js';

@ApiSchema({ name: 'InstallationUrls' })
export class InstallationUrlsDto {
  @ApiProperty({ format: 'uri' })
  location: string;

  @ApiProperty({ format: 'uri' })
  app: string;

  @ApiProperty({ format: 'uri', description: 'Set aside for requests to the integration' })
  publicEndpoint: string;
}

@ApiSchema({ name: 'InstallationTarget' })
export class InstallationTargetDto {
  @ApiProperty({ description: 'Id of the organization' })
  organization: string;
}

@ApiSchema({ name: 'IntegrationInstallation' })
export class InstallationDto {
  @ApiProperty()
  id: string;

  @ApiProperty({ enum: INSTALLATION_STATUSES, description: 'Pending until everything is configured that has to be' })
  status: InstallationStatus;

  @ApiProperty({ enum: INSTALLATION_SELECTIONS, enumName: 'InstallationSelection', description: 'In every space, or in those that it was installed in' })
  space_selection: InstallationSelection;

  @ApiProperty({ enum: INSTALLATION_SELECTIONS, enumName: 'InstallationSelection', description: 'In every site, or in those that it was installed in' })
  site_selection: InstallationSelection;

  @ApiProperty({ type: 'integer', minimum: 0, description: 'In how many spaces it is' })
  spaces: number;

  @ApiProperty({ type: 'object', additionalProperties: true })
  configuration: Configuration;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt: string;

  @ApiProperty({ type: InstallationUrlsDto })
  urls: InstallationUrlsDto;

  @ApiProperty({ type: [String], maxItems: 5, description: 'What the integration knows it by, elsewhere' })
  externalIds: string[];

  @ApiProperty({ type: InstallationTargetDto })
  target: InstallationTargetDto;
}

export const InstallationListDto = pageOf(InstallationDto);
export type InstallationListDto = InstanceType<typeof InstallationListDto>;
