import type { Type } from '@nestjs/common';
import { ApiProperty, ApiSchema, nameOf } from '../openapi/late-decorators.js';
import type { Page } from './page.js';

@ApiSchema({ name: 'NextPage' })
class NextPageDto {
  @ApiProperty({ type: String, description: 'What to pass as `page`, unchanged and together with the same filters.' })
  page: string;
}

const pagesByItem = new WeakMap<Type<object>, Type<Page<object>>>();

/** The class of a list's answer for the API's document: `pageOf(CollectionDto)` is named `CollectionList`. */
export function pageOf<Item extends object>(item: Type<Item>): Type<Page<Item>> {
  const known = pagesByItem.get(item);
  if (known !== undefined) return known as Type<Page<Item>>; // stored below for this very item
  @ApiSchema({ name: `${nameOf(item)}List` })
  class PageDto implements Page<Item> {
    @ApiProperty({ type: NextPageDto, required: false, description: 'Only while more items follow.' })
    next?: NextPageDto;

    @ApiProperty({ type: 'integer', minimum: 0, description: 'The number of all matches, the same on every page.' })
    count: number;

    @ApiProperty({ type: item, isArray: true })
    items: Item[];
  }
  pagesByItem.set(item, PageDto);
  return PageDto;
}
