import { ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath } from '../../../../kernel/openapi/late-decorators.js';
import { Choice, NestedObject, Optional, Text } from '../../../../kernel/validation/body-fields.js';
import type { PartKind } from '../outline-moves.js';
import { SiteSectionGroupDto } from './site-section-group.dto.js';
import { SiteSectionDto } from './site-section.dto.js';
import { SiteSpaceDto } from './site-space.dto.js';

const PARTS = [SiteSectionDto, SiteSectionGroupDto, SiteSpaceDto] as const;

@ApiSchema({ name: 'SiteStructure' })
@ApiExtraModels(...PARTS)
export class SiteStructureDto {
  @ApiProperty({ enum: ['sections', 'siteSpaces'], description: '`siteSpaces` for a site without sections' })
  type: 'sections' | 'siteSpaces';

  @ApiProperty({
    type: 'array',
    items: { oneOf: PARTS.map((part) => ({ $ref: getSchemaPath(part) })) },
    description: 'Sections and section groups, or the site spaces at the root, in order',
  })
  structure: (SiteSectionDto | SiteSectionGroupDto)[] | SiteSpaceDto[];
}

const POINTER_TYPES = ['site-section', 'site-section-group', 'site-space'] as const;

@ApiSchema({ name: 'SiteStructurePointer' })
export class SiteStructurePointerDto {
  @Choice(POINTER_TYPES, { name: 'SiteStructurePointerType' })
  type: (typeof POINTER_TYPES)[number];

  @Text({ min: 1, max: 64 })
  id: string;
}

@ApiSchema({ name: 'SiteStructurePosition' })
export class SiteStructurePositionDto {
  @Optional()
  @NestedObject(() => SiteStructurePointerDto)
  before?: SiteStructurePointerDto;

  @Optional()
  @NestedObject(() => SiteStructurePointerDto)
  after?: SiteStructurePointerDto;
}

@ApiSchema({ name: 'SortSiteStructure' })
export class SortSiteStructureDto {
  @NestedObject(() => SiteStructurePointerDto, { description: 'What to move' })
  item: SiteStructurePointerDto;

  @NestedObject(() => SiteStructurePositionDto, { description: 'Before or after something else; without either at the end' })
  position: SiteStructurePositionDto;
}

const KINDS = { 'site-section': 'section', 'site-section-group': 'group', 'site-space': 'site-space' } as const;

export function partOf({ type, id }: { type: keyof typeof KINDS; id: string }): { kind: PartKind; id: string } {
  return { kind: KINDS[type], id };
}
