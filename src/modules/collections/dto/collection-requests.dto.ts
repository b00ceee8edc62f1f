import { ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { BadInputError } from '../../../kernel/errors/errors.js';
import { PageQuery } from '../../../kernel/pagination/page-query.js';
import { type Role, ROLES } from '../../../kernel/permissions/role.js';
import { Choice, NestedObject, Nullable, Optional, Text } from '../../../kernel/validation/body-fields.js';
import { QueryFlag } from '../../../kernel/validation/query-fields.js';
import type { Move } from '../../access/tree.service.js';
import { neighbourOf, PositionDto } from './position.dto.js';

export class CollectionListQuery extends PageQuery {
  @QueryFlag({ default: true, description: 'List the collections within collections, too.' })
  nested: boolean;
}

@ApiSchema({ name: 'CreateCollection' })
export class CreateCollectionDto {
  @Optional()
  @Text({ max: 50, description: 'Default `Untitled collection`' })
  title?: string;

  @Optional()
  @Text({ min: 1, max: 64, description: 'Collection to make it in' })
  parent?: string;
}

@ApiSchema({ name: 'UpdateCollection' })
export class UpdateCollectionDto {
  @Optional()
  @Text({ max: 50 })
  title?: string;

  @Optional()
  @Text({ max: 100 })
  description?: string;

  @Optional()
  @Nullable()
  @Choice([...ROLES, 'inherit'], { name: 'DefaultLevel', description: 'Role of members by default; null: no access; `inherit`: as above it' })
  defaultLevel?: Role | 'inherit' | null;
}

@ApiSchema({ name: 'MoveCollection' })
export class MoveCollectionDto {
  @Optional()
  @Nullable()
  @Text({ min: 1, max: 64, example: 'parent', description: 'Collection to move it into; null: the root' })
  parent?: string | null;

  @Optional()
  @NestedObject(() => PositionDto, { description: 'Before or after a sibling; without either at the end' })
  position?: PositionDto;
}

@ApiSchema({ name: 'TransferCollection' })
export class TransferCollectionDto {
  @Text({ min: 1, max: 64, description: 'Organization to take it to' })
  organization: string;
}

/** @throws BadInputError when the body asks for nothing, or for two places */
export function moveOf({ parent, position }: MoveCollectionDto): Move {
  if (parent === undefined && position === undefined) throw new BadInputError('Tell where to move it: parent, position, or both.');
  return { parentId: parent, neighbour: position === undefined ? undefined : neighbourOf(position) };
}
