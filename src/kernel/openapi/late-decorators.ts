import { applyDecorators, type Type } from '@nestjs/common';
import type * as swagger from '@nestjs/swagger';

/*
 * Swagger's decorators, by their own names. They only note what they are told: the library has hundreds of files, and
 * few who start the service ask for its OpenAPI document. Whoever makes the document loads it and applies the notes.
 */

type Swagger = typeof swagger;
type Decorator = ClassDecorator & MethodDecorator & PropertyDecorator;
type Note = (library: Swagger) => void;

const notes: Note[] = [];

/** What tells a class, method or field to the document once that is made; in the order of the classes in the code. */
export function late(decorator: (library: Swagger) => ClassDecorator | MethodDecorator | PropertyDecorator): Decorator {
  return (target: object, key?: string | symbol, descriptor?: PropertyDescriptor): void => {
    notes.push((library) => applyDecorators(decorator(library))(target, key, descriptor));
  };
}

/** The library, with everything told to it that the code has noted. */
export async function loadSwagger(): Promise<Swagger> {
  const library = await import('@nestjs/swagger');
  for (const note of notes.splice(0)) note(library);
  return library;
}

const NAME = Symbol('name of a schema');

export function ApiSchema(options: swagger.ApiSchemaOptions): ClassDecorator {
  return applyDecorators((target: object) => Reflect.defineMetadata(NAME, options.name, target), late(({ ApiSchema }) => ApiSchema(options)));
}

/** The name of a class in the OpenAPI document: that of `@ApiSchema`, else its own. */
export function nameOf(model: Type<object>): string {
  const name: unknown = Reflect.getOwnMetadata(NAME, model);
  return typeof name === 'string' ? name : model.name;
}

export function getSchemaPath(model: string | Type<object>): string {
  return `#/components/schemas/${typeof model === 'string' ? model : nameOf(model)}`;
}

export function ApiProperty(options?: swagger.ApiPropertyOptions): PropertyDecorator {
  return late(({ ApiProperty }) => ApiProperty(options));
}

export function ApiPropertyOptional(options?: swagger.ApiPropertyOptions): PropertyDecorator {
  return late(({ ApiPropertyOptional }) => ApiPropertyOptional(options));
}

export function ApiExtraModels(...models: readonly Type<object>[]): ClassDecorator & MethodDecorator {
  return late(({ ApiExtraModels }) => ApiExtraModels(...models));
}

export function ApiOkResponse(options: swagger.ApiResponseNoStatusOptions): MethodDecorator {
  return late(({ ApiOkResponse }) => ApiOkResponse(options));
}

export function ApiExcludeController(): ClassDecorator {
  return late(({ ApiExcludeController }) => ApiExcludeController());
}
