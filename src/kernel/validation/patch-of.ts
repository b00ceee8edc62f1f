import type { Type } from '@nestjs/common';
import { ApiExtraModels, DECORATORS, PartialType } from '@nestjs/swagger';

/**
 * The class of a body in which every field of another may be left out; null is still refused where
 * that one refuses it. To change a field, extend `OmitType(PatchOf(Create), ['field'])`.
 */
export function PatchOf<Dto extends object>(create: Type<Dto>): Type<Partial<Dto>> {
  const partial: Type<object> = PartialType(create, { skipNullProperties: false });
  class Patch extends partial {
    constructor() {
      super();
      // Initial values are for creation: in a patch, what isn't sent must stay undefined.
      for (const field of Object.keys(this)) Reflect.deleteProperty(this, field);
    }
  }
  const models: unknown = Reflect.getMetadata(DECORATORS.API_EXTRA_MODELS, create);
  if (Array.isArray(models)) ApiExtraModels(...(models as Type<object>[]))(Patch);
  return Patch;
}
