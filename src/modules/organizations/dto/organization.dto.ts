import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { type Role, ROLES } from '../../../kernel/permissions/role.js';
import { COMMUNITY_TYPES, type OrganizationEntity, ORGANIZATION_TYPES, PLANS, USE_CASES } from '../organization.entity.js';
import { type OrganizationAbilities } from '../organization.policy.js';

@ApiSchema({ name: 'OrganizationUrls' })
export class OrganizationUrlsDto {
  @ApiProperty({ format: 'uri' })
  location: string;

  @ApiProperty({ format: 'uri' })
  app: string;

  @ApiPropertyOptional({ format: 'uri' })
  logo?: string;
}

@ApiSchema({ name: 'OrganizationTrial' })
export class OrganizationTrialDto {
  @ApiProperty({ enum: ['notapplicable', 'none', 'active', 'ended', 'expired'] })
  status: 'notapplicable' | 'none' | 'active' | 'ended' | 'expired';
}

@ApiSchema({ name: 'DefaultContent' })
export class DefaultContentDto {
  @ApiProperty({ enum: ['site'] })
  type: 'site';

  @ApiProperty()
  site: string;
}

@ApiSchema({ name: 'OrganizationPermissions' })
export class OrganizationPermissionsDto implements OrganizationAbilities {
  @ApiProperty()
  view: boolean;

  @ApiProperty({ description: 'Change the organization and its members' })
  admin: boolean;

  @ApiProperty({ description: 'Owns a team' })
  ownTeam: boolean;

  @ApiProperty()
  createContent: boolean;

  @ApiProperty()
  createOpenAPISpec: boolean;

  @ApiProperty()
  ingestConversations: boolean;

  @ApiProperty()
  viewBilling: boolean;

  @ApiProperty()
  listMembers: boolean;

  @ApiProperty()
  listTeams: boolean;

  @ApiProperty()
  listIntegrations: boolean;
}

@ApiSchema({ name: 'Organization' })
export class OrganizationDto {
  @ApiProperty({ enum: ['organization'] })
  object: 'organization';

  @ApiProperty()
  id: string;

  @ApiProperty({ minLength: 2, maxLength: 255 })
  title: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ type: [String], description: 'All for members; for others the one that they asked by' })
  emailDomains: string[];

  @ApiPropertyOptional({ minLength: 3, maxLength: 32, description: "Default host name of the organization's public content" })
  hostname?: string;

  @ApiProperty({ enum: ORGANIZATION_TYPES })
  type: OrganizationEntity['type'];

  @ApiPropertyOptional({ enum: USE_CASES })
  useCase?: (typeof USE_CASES)[number];

  @ApiPropertyOptional({ enum: COMMUNITY_TYPES })
  communityType?: (typeof COMMUNITY_TYPES)[number];

  @ApiPropertyOptional({ type: String, enum: [...ROLES, null], nullable: true, description: 'Of members who join; null: guest. For members only' })
  defaultRole?: Role | null;

  @ApiPropertyOptional({ type: DefaultContentDto, description: 'For members only' })
  defaultContent?: DefaultContentDto;

  @ApiProperty({ description: 'Single sign-on is enforced' })
  sso: boolean;

  @ApiPropertyOptional({ description: 'All AI features are configured. For members only' })
  ai?: boolean;

  @ApiProperty()
  inviteLinks: boolean;

  @ApiProperty({ enum: PLANS })
  plan: (typeof PLANS)[number];

  @ApiProperty({ type: OrganizationUrlsDto })
  urls: OrganizationUrlsDto;

  @ApiProperty({ type: OrganizationTrialDto })
  trial: OrganizationTrialDto;

  @ApiProperty({ deprecated: true, enum: [true], type: Boolean })
  internal_isOnNewTrial: true;

  @ApiProperty({ type: OrganizationPermissionsDto })
  permissions: OrganizationPermissionsDto;
}
