import { ApiProperty, ApiPropertyOptional, ApiSchema } from '../../../../kernel/openapi/late-decorators.js';
import { SiteSectionDto } from './site-section.dto.js';

@ApiSchema({ name: 'SiteSectionGroup' })
export class SiteSectionGroupDto {
  @ApiProperty({ enum: ['site-section-group'] })
  object: 'site-section-group';

  @ApiProperty()
  id: string;

  @ApiProperty({ minLength: 1, maxLength: 100 })
  title: string;

  @ApiPropertyOptional({ maxLength: 50, description: 'Name of an icon' })
  icon?: string;

  @ApiProperty({ type: SiteSectionDto, isArray: true })
  sections: SiteSectionDto[];
}
