import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import { OrganizationDto } from '../../organizations/dto/organization.dto.js';
import { CONFIGURATIONS_SCHEMA, type IntegrationConfigurations } from '../configuration-schema.js';
import {
  INTEGRATION_CATEGORIES,
  INTEGRATION_SCOPES,
  INTEGRATION_TARGETS,
  INTEGRATION_VISIBILITIES,
  type IntegrationCategory,
  type IntegrationScope,
  type IntegrationTarget,
  type IntegrationVisibility,
  LONGEST_NAME,
} from '../integration-values.js';
import { IntegrationBlockDto, IntegrationContentSourceDto, IntegrationLinkDto } from './integration-parts.dto.js';

@ApiSchema({ name: 'IntegrationUrls' })
export class IntegrationUrlsDto {
  @ApiProperty({ format: 'uri' })
  location: string;

  @ApiPropertyOptional({ format: 'uri', description: 'Answers without a token, until the end of the next day (UTC)' })
  icon?: string;

  @ApiProperty({ format: 'uri' })
  app: string;

  @ApiProperty({ format: 'uri', description: 'What the addresses of all its pictures start with' })
  assets: string;

  @ApiProperty({ format: 'uri', description: 'Set aside for requests to the integration' })
  publicEndpoint: string;
}

@ApiSchema({ name: 'IntegrationPermissions' })
export class IntegrationPermissionsDto {
  @ApiProperty({ description: 'Publish it again, and unpublish it' })
  admin: boolean;

  @ApiProperty({ description: 'Install it in an organization' })
  install: boolean;
}

@ApiSchema({ name: 'Integration' })
export class IntegrationDto {
  @ApiProperty({ enum: ['integration'] })
  object: 'integration';

  @ApiProperty({ maxLength: LONGEST_NAME })
  name: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'Counts the times that it was published' })
  version: number;

  @ApiProperty({ minLength: 2, maxLength: 30 })
  title: string;

  @ApiProperty({ maxLength: 100 })
  description: string;

  @ApiPropertyOptional({ maxLength: 2048, description: 'Markdown' })
  summary?: string;

  @ApiProperty({ type: [String], format: 'uri', maxItems: 3, description: 'Addresses that answer without a token, until the end of the next day (UTC)' })
  previewImages: string[];

  @ApiProperty({ enum: INTEGRATION_TARGETS, description: 'Where it can be installed' })
  target: IntegrationTarget;

  @ApiProperty({ description: 'Whether the operators vouch for it' })
  verified: boolean;

  @ApiProperty({ enum: INTEGRATION_VISIBILITIES })
  visibility: IntegrationVisibility;

  @ApiProperty({ enum: INTEGRATION_SCOPES, enumName: 'IntegrationScope', isArray: true })
  scopes: IntegrationScope[];

  @ApiProperty({ enum: INTEGRATION_CATEGORIES, enumName: 'IntegrationCategory', isArray: true })
  categories: IntegrationCategory[];

  @ApiProperty({ type: [IntegrationBlockDto] })
  blocks: readonly IntegrationBlockDto[];

  @ApiProperty({ type: [IntegrationContentSourceDto] })
  contentSources: readonly IntegrationContentSourceDto[];

  // Beside what a nullable or optional schema can't say, the decorator takes it whole.
  @ApiProperty({ allOf: [CONFIGURATIONS_SCHEMA], required: false })
  configurations?: IntegrationConfigurations;

  @ApiProperty({ type: [IntegrationLinkDto] })
  externalLinks: readonly IntegrationLinkDto[];

  @ApiProperty({ type: OrganizationDto })
  owner: OrganizationDto;

  @ApiProperty({ type: IntegrationUrlsDto })
  urls: IntegrationUrlsDto;

  @ApiProperty({ type: IntegrationPermissionsDto })
  permissions: IntegrationPermissionsDto;

  @ApiPropertyOptional()
  contentSecurityPolicy?: string;
}

export const IntegrationListDto = pageOf(IntegrationDto);
export type IntegrationListDto = InstanceType<typeof IntegrationListDto>;
