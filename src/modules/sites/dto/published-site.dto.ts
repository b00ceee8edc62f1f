import { ApiExtraModels, ApiProperty, ApiPropertyOptional, ApiSchema, getSchemaPath } from '../../../kernel/openapi/late-decorators.js';
import { QueryText } from '../../../kernel/validation/query-fields.js';
import { SiteSectionDto } from '../structure/dto/site-section.dto.js';
import { SiteCustomizationDto } from './customization.dto.js';
import { SiteDto } from './site.dto.js';

@ApiSchema({ name: 'SiteStructure' })
export class SiteStructureDto {
  @ApiProperty({ enum: ['sections'] })
  type: 'sections';

  @ApiProperty({ type: [SiteSectionDto], description: 'In order. A site without sections has one, with the id and the title of the site, that holds its spaces.' })
  structure: SiteSectionDto[];
}

@ApiExtraModels(SiteCustomizationDto)
@ApiSchema({ name: 'SiteCustomizations' })
export class SiteCustomizationsDto {
  @ApiProperty({ type: SiteCustomizationDto, description: 'How the site looks' })
  site: SiteCustomizationDto;

  @ApiProperty({ type: 'object', additionalProperties: { $ref: getSchemaPath('SiteCustomization') }, description: 'By site space, where one looks different' })
  siteSpaces: Record<string, SiteCustomizationDto>;
}

@ApiSchema({ name: 'SiteScript' })
export class SiteScriptDto {
  @ApiProperty({ format: 'uri' })
  script: string;

  @ApiPropertyOptional()
  contentSecurityPolicy?: string;

  @ApiProperty({ description: 'Whether it sets cookies' })
  cookies: boolean;
}

@ApiSchema({ name: 'PublishedContentSite' })
export class PublishedContentSiteDto {
  @ApiProperty({ enum: ['published-content-site'] })
  object: 'published-content-site';

  @ApiProperty({ type: SiteDto })
  site: SiteDto;

  @ApiProperty({ type: SiteStructureDto })
  structure: SiteStructureDto;

  @ApiProperty({ type: SiteCustomizationsDto })
  customizations: SiteCustomizationsDto;

  @ApiProperty({ type: [SiteScriptDto], description: 'Scripts that integrations add' })
  scripts: SiteScriptDto[];
}

export class PublishedSiteQuery {
  @QueryText({ description: 'Key of a share link, for a site that is read by such links.' })
  shareKey?: string;
}
