import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { AGENTS_CONTEXTS, type AgentsContext, SITE_TYPES, SITE_VISIBILITIES, type SiteType, type SiteVisibility } from '../site.entity.js';

@ApiSchema({ name: 'SiteUrls' })
export class SiteUrlsDto {
  @ApiProperty({ format: 'uri' })
  location: string;

  @ApiProperty({ format: 'uri' })
  app: string;

  @ApiPropertyOptional({ format: 'uri', description: 'Where readers find it; only while it is published' })
  published?: string;
}

@ApiSchema({ name: 'SiteProxy' })
export class SiteProxyDto {
  @ApiProperty({ description: 'Host and path under which readers see the site' })
  origin: string;

  @ApiProperty({ format: 'uri', description: 'Where the proxy finds it' })
  target: string;
}

@ApiSchema({ name: 'SiteAdaptiveContent' })
export class SiteAdaptiveContentDto {
  @ApiProperty({ description: 'Whether conditions look at the claims of visitors; without it, nobody has any' })
  enabled: boolean;
}

@ApiSchema({ name: 'SiteFeature' })
export class SiteFeatureDto {
  @ApiProperty()
  id: string;

  @ApiProperty({ enum: SITE_TYPES })
  plan: SiteType;

  @ApiPropertyOptional({ description: 'Still on, but not to be changed' })
  frozen?: boolean;

  @ApiPropertyOptional({ type: [String] })
  customizations?: string[];
}

@ApiSchema({ name: 'Site' })
export class SiteDto {
  @ApiProperty({ enum: ['site'] })
  object: 'site';

  @ApiProperty()
  id: string;

  @ApiProperty({ enum: SITE_TYPES })
  type: SiteType;

  @ApiProperty({ minLength: 2, maxLength: 128 })
  title: string;

  @ApiPropertyOptional({ maxLength: 512, description: 'Host of its own' })
  hostname?: string;

  @ApiPropertyOptional({ minLength: 1, maxLength: 100 })
  basename?: string;

  @ApiPropertyOptional({ type: SiteProxyDto })
  proxy?: SiteProxyDto;

  @ApiProperty({ enum: SITE_VISIBILITIES })
  visibility: SiteVisibility;

  @ApiProperty({ description: 'Whether it is live for those whom the visibility admits' })
  published: boolean;

  @ApiProperty({ type: 'integer' })
  siteSpaces: number;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ type: SiteAdaptiveContentDto })
  adaptiveContent: SiteAdaptiveContentDto;

  @ApiProperty({ enum: AGENTS_CONTEXTS })
  agentsContext: AgentsContext;

  @ApiProperty({ type: [SiteFeatureDto] })
  features: SiteFeatureDto[];

  @ApiProperty({ type: SiteUrlsDto })
  urls: SiteUrlsDto;
}
