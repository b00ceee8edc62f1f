import type { SchemaObject } from '@nestjs/swagger';
import { ApiSchema } from '../../../kernel/openapi/late-decorators.js';
import { BadInputError, type FieldFault } from '../../../kernel/errors/errors.js';
import { Choice, Custom, Optional, Text } from '../../../kernel/validation/body-fields.js';
import { objectCheck } from '../../../kernel/validation/field-rule.js';
import { isObject, notAnObject } from '../../../kernel/validation/objects.js';
import { choiceFault } from '../../../kernel/validation/text-check.js';
import type { Neighbour } from '../../access/siblings.js';

const LONGEST_ID = 64;

class SpacePointerDto {
  @Choice(['space'], { name: 'SpacePointerType' })
  type: 'space';

  @Text({ min: 1, max: LONGEST_ID })
  space: string;
}

class CollectionPointerDto {
  @Choice(['collection'], { name: 'CollectionPointerType' })
  type: 'collection';

  @Text({ min: 1, max: LONGEST_ID })
  collection: string;
}

type PointerDto = SpacePointerDto | CollectionPointerDto;

const POINTERS = { space: objectCheck(() => SpacePointerDto), collection: objectCheck(() => CollectionPointerDto) };

/** A space or a collection: `type` tells which, and which field names it. */
function pointerFaults(value: unknown, path: string): FieldFault[] {
  if (!isObject(value)) return notAnObject(value, path);
  const { type } = value;
  if (type === 'space' || type === 'collection') return [...POINTERS[type](value, path)];
  const message = type === undefined ? 'is required' : choiceFault(type, Object.keys(POINTERS));
  return [{ field: `${path}.type`, message: message ?? 'is not valid' }];
}

const POINTER: SchemaObject = { oneOf: [pointerSchema('space'), pointerSchema('collection')] };

function pointerSchema(type: keyof typeof POINTERS): SchemaObject {
  const properties: Record<string, SchemaObject> = { type: { type: 'string', enum: [type] }, [type]: { type: 'string', minLength: 1, maxLength: LONGEST_ID } };
  return { type: 'object', properties, required: ['type', type], additionalProperties: false };
}

/** Before or after a sibling; neither: at the end. */
@ApiSchema({ name: 'Position' })
export class PositionDto {
  @Optional()
  @Custom({ schema: POINTER, check: pointerFaults })
  before?: PointerDto;

  @Optional()
  @Custom({ schema: POINTER, check: pointerFaults })
  after?: PointerDto;
}

/** The sibling that a position names; undefined: the end. @throws BadInputError when it names two */
export function neighbourOf({ before, after }: PositionDto): Neighbour | undefined {
  if (before !== undefined && after !== undefined) throw BadInputError.ofField('position', 'must have before or after, not both');
  if (before !== undefined) return pointed('before', before);
  return after === undefined ? undefined : pointed('after', after);
}

function pointed(side: Neighbour['side'], pointer: PointerDto): Neighbour {
  return pointer.type === 'space' ? { side, kind: 'space', id: pointer.space } : { side, kind: 'collection', id: pointer.collection };
}
