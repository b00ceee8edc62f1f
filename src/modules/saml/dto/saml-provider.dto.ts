import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { LocationUrlsDto } from '../../../kernel/openapi/location-urls.dto.js';
import { pageOf } from '../../../kernel/pagination/page-of.js';
import { type Role, ROLES } from '../../../kernel/permissions/role.js';
import { TeamDto } from '../../teams/dto/team.dto.js';

const SAML_STATUSES = ['active', 'pending'] as const;
export type SamlStatus = (typeof SAML_STATUSES)[number];

@ApiSchema({ name: 'SAMLService' })
export class SamlServiceDto {
  @ApiProperty({ format: 'uri', description: 'Takes the answers of the identity provider (HTTP POST binding)' })
  acsURL: string;

  @ApiProperty({ format: 'uri', description: 'Where a browser begins to sign in' })
  startURL: string;

  @ApiProperty({ format: 'uri', description: 'By what this service calls itself; its metadata is there' })
  entityID: string;
}

@ApiSchema({ name: 'SAMLProvider' })
export class SamlProviderDto {
  @ApiProperty({ enum: ['saml-provider'] })
  object: 'saml-provider';

  @ApiProperty()
  id: string;

  @ApiProperty({ minLength: 1, maxLength: 30 })
  label: string;

  @ApiPropertyOptional({ format: 'uri', maxLength: 2048 })
  ssoURL?: string;

  @ApiPropertyOptional({ maxLength: 1024 })
  entityID?: string;

  @ApiPropertyOptional({ description: 'PEM, in lines of 64 characters' })
  certificate?: string;

  @ApiPropertyOptional({ type: TeamDto, description: 'The team that members are in from their first sign-in on' })
  defaultTeam?: TeamDto;

  @ApiProperty({ type: String, enum: [...ROLES, null], nullable: true, description: 'Of members who are made by their first sign-in; null: guest' })
  defaultRole: Role | null;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ enum: SAML_STATUSES, enumName: 'SAMLStatus', description: 'Active: people can sign in. Pending: the name, the address or the certificate of the identity provider is missing' })
  status: SamlStatus;

  @ApiProperty({ type: SamlServiceDto, description: 'What the identity provider has to know of this service' })
  service: SamlServiceDto;

  @ApiProperty({ type: LocationUrlsDto })
  urls: LocationUrlsDto;
}

export const SamlProviderListDto = pageOf(SamlProviderDto);
export type SamlProviderListDto = InstanceType<typeof SamlProviderListDto>;

@ApiSchema({ name: 'SSOLogin' })
export class SsoLoginDto {
  @ApiProperty()
  id: string;

  @ApiProperty()
  label: string;

  @ApiProperty({ format: 'uri', description: 'Where a browser begins to sign in' })
  startURL: string;
}

@ApiSchema({ name: 'SSOLogins' })
export class SsoLoginsDto {
  @ApiProperty({ type: [SsoLoginDto] })
  items: SsoLoginDto[];
}
