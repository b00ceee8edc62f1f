import { ApiSchema } from '../../../../kernel/openapi/late-decorators.js';
import { BadInputError } from '../../../../kernel/errors/errors.js';
import { Choice, NestedObject, Optional, Text } from '../../../../kernel/validation/body-fields.js';
import type { Neighbour } from '../sibling-order.js';

const LONGEST_ID = 64;

@ApiSchema({ name: 'SiteSectionPointer' })
export class SiteSectionPointerDto {
  @Choice(['site-section'], { name: 'SiteSectionPointerType' })
  type: 'site-section';

  @Text({ min: 1, max: LONGEST_ID })
  siteSection: string;
}

@ApiSchema({ name: 'SiteSectionPosition' })
export class SiteSectionPositionDto {
  @Optional()
  @NestedObject(() => SiteSectionPointerDto)
  before?: SiteSectionPointerDto;

  @Optional()
  @NestedObject(() => SiteSectionPointerDto)
  after?: SiteSectionPointerDto;
}

const ITEM_TYPES = ['site-section', 'site-section-group'] as const;

@ApiSchema({ name: 'SiteSectionGroupPointer' })
export class SiteSectionGroupPointerDto {
  @Choice(ITEM_TYPES, { name: 'SiteSectionGroupPointerType' })
  type: (typeof ITEM_TYPES)[number];

  @Text({ min: 1, max: LONGEST_ID, description: 'Section or group, as `type` tells' })
  id: string;
}

@ApiSchema({ name: 'SiteSectionGroupPosition' })
export class SiteSectionGroupPositionDto {
  @Optional()
  @NestedObject(() => SiteSectionGroupPointerDto)
  before?: SiteSectionGroupPointerDto;

  @Optional()
  @NestedObject(() => SiteSectionGroupPointerDto)
  after?: SiteSectionGroupPointerDto;
}

@ApiSchema({ name: 'SiteSpacePointer' })
export class SiteSpacePointerDto {
  @Choice(['site-space'], { name: 'SiteSpacePointerType' })
  type: 'site-space';

  @Text({ min: 1, max: LONGEST_ID })
  siteSpace: string;
}

@ApiSchema({ name: 'SiteSpacePosition' })
export class SiteSpacePositionDto {
  @Optional()
  @NestedObject(() => SiteSpacePointerDto)
  before?: SiteSpacePointerDto;

  @Optional()
  @NestedObject(() => SiteSpacePointerDto)
  after?: SiteSpacePointerDto;
}

const DESCRIPTION = { description: 'Before or after another; without either at the end' };

@ApiSchema({ name: 'MoveSiteSection' })
export class MoveSiteSectionDto {
  @Optional()
  @NestedObject(() => SiteSectionPositionDto, DESCRIPTION)
  position?: SiteSectionPositionDto;
}

@ApiSchema({ name: 'MoveSiteSectionGroup' })
export class MoveSiteSectionGroupDto {
  @Optional()
  @NestedObject(() => SiteSectionGroupPositionDto, DESCRIPTION)
  position?: SiteSectionGroupPositionDto;
}

@ApiSchema({ name: 'MoveSiteSpace' })
export class MoveSiteSpaceDto {
  @Optional()
  @NestedObject(() => SiteSpacePositionDto, DESCRIPTION)
  position?: SiteSpacePositionDto;
}

interface Position<Pointer> {
  before?: Pointer;
  after?: Pointer;
}

/** What a position names; undefined: the end. @throws BadInputError when it names two */
export function neighbourOf<Pointer, Named extends Pick<Neighbour, 'id'>>(
  { before, after }: Position<Pointer> = {},
  named: (pointer: Pointer) => Named,
): (Named & Neighbour) | undefined {
  if (before !== undefined && after !== undefined) throw BadInputError.ofField('position', 'must have before or after, not both');
  if (before !== undefined) return { side: 'before', ...named(before) };
  return after === undefined ? undefined : { side: 'after', ...named(after) };
}

/** Where something is to be put beside the neighbour. @throws BadInputError when there is no such place: the neighbour isn't one */
export function foundPlace<Place>(place: Place | undefined, neighbour: Neighbour | undefined, message: string): Place {
  if (place === undefined) throw BadInputError.ofField(`position.${neighbour?.side ?? 'before'}`, message);
  return place;
}
