import { ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath } from '../../../kernel/openapi/late-decorators.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import { PageQuery } from '../../../kernel/pagination/page-query.js';
import { QueryFlag, QueryText } from '../../../kernel/validation/query-fields.js';
import { SiteDto } from '../../sites/dto/site.dto.js';
import { SpaceDto } from '../../spaces/dto/space.dto.js';
import type { Configuration } from '../installations/configurations.js';
import { INSTALLATION_STATUSES, type InstallationStatus } from '../installations/installation-status.js';

@ApiSchema({ name: 'ContentInstallationUrls' })
export class ContentInstallationUrlsDto {
  @ApiProperty({ format: 'uri' })
  location: string;

  @ApiProperty({ format: 'uri', description: 'Set aside for requests to the integration' })
  publicEndpoint: string;
}

/** What installations in spaces and in sites have in common. */
@ApiSchema({ name: 'ContentInstallation' })
export class ContentInstallationDto {
  @ApiProperty({ description: 'Name of the integration' })
  integration: string;

  @ApiProperty({ description: 'Id of the installation in the organization' })
  installation: string;

  @ApiProperty({ enum: INSTALLATION_STATUSES, description: 'Pending until everything is configured that has to be' })
  status: InstallationStatus;

  @ApiProperty({ type: 'object', additionalProperties: true })
  configuration: Configuration;

  @ApiProperty({ type: [String], maxItems: 5, description: 'What the integration knows it by, elsewhere' })
  externalIds: string[];

  @ApiProperty({ type: ContentInstallationUrlsDto })
  urls: ContentInstallationUrlsDto;
}

@ApiExtraModels(SpaceDto)
@ApiSchema({ name: 'IntegrationSpaceInstallation' })
export class SpaceInstallationDto extends ContentInstallationDto {
  @ApiProperty({ oneOf: [{ type: 'string' }, { $ref: getSchemaPath('Space') }], description: 'Its id; with `extended` the space, where you see it' })
  space: string | SpaceDto;
}

@ApiExtraModels(SiteDto)
@ApiSchema({ name: 'IntegrationSiteInstallation' })
export class SiteInstallationDto extends ContentInstallationDto {
  @ApiProperty({ oneOf: [{ type: 'string' }, { $ref: getSchemaPath('Site') }], description: 'Its id; with `extended` the site, where you see it' })
  site: string | SiteDto;
}

export const SpaceInstallationListDto = pageOf(SpaceInstallationDto);
export type SpaceInstallationListDto = InstanceType<typeof SpaceInstallationListDto>;
export const SiteInstallationListDto = pageOf(SiteInstallationDto);
export type SiteInstallationListDto = InstanceType<typeof SiteInstallationListDto>;

const EXTENDED = { default: false, description: 'Shows the space or site itself instead of its id, where you see it.' };

export class ExtendedQuery {
  @QueryFlag(EXTENDED)
  extended: boolean;
}

export class ContentInstallationListQuery extends PageQuery {
  @QueryFlag(EXTENDED)
  extended: boolean;
}

export class AllContentInstallationsQuery extends ContentInstallationListQuery {
  @QueryText({ description: 'Only those that the integration gave this external id.' })
  externalId?: string;
}
