import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator/cjs/metadata/MetadataStorage.js';
import { late } from '../openapi/late-decorators.js';
import { Optional } from './body-fields.js';
import { describeAs } from './description.js';

/**
 * The class of a body in which every field of another may be left out; null is still refused where
 * that one refuses it. It has no initial values: what isn't sent stays undefined. To change a field, declare it again.
 */
export function PatchOf<Dto extends object>(create: Type<Dto>): Type<Partial<Dto>> {
  const Patch: Type<object> = class Patch extends Object {};
  const prototype = Patch.prototype as object;
  const rules = getMetadataStorage().getTargetValidationMetadatas(create, '', false, false);
  for (const rule of rules) getMetadataStorage().addValidationMetadata({ ...rule, target: Patch });
  for (const field of new Set(rules.map(({ propertyName }) => propertyName))) {
    describeAs(create)(prototype, field);
    Optional()(prototype, field);
  }
  announceModels(create)(Patch);
  return Patch as Type<Partial<Dto>>; // its fields are those that were copied
}

/** What the other class's hand-written schemas name. */
function announceModels(create: Type<object>): ClassDecorator {
  return late(({ ApiExtraModels, DECORATORS }) => {
    const models: unknown = Reflect.getMetadata(DECORATORS.API_EXTRA_MODELS, create);
    return ApiExtraModels(...(Array.isArray(models) ? (models as Type<object>[]) : []));
  });
}
