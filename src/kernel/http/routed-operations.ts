import { HttpStatus, type INestApplication, RequestMethod } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { BODY_LIMIT, EXTENSION, OPERATION_ID } from '../openapi/operation.js';

/** What is to be known of an operation before its handler is reached. */
export interface RoutedOperation {
  readonly id: string;
  readonly method: string;
  /** As the router has it, such as `/v1/spaces/:spaceId`. */
  readonly path: string;
  /** Whether success means that something was made. */
  readonly creates: boolean;
  /** Most bytes of the body, where it is another number than for most operations. */
  readonly bodyLimit?: number | undefined;
}

/** The operations of all controllers. Read from them, as the OpenAPI document takes longer to make than the service to start. */
export function routedOperations(app: INestApplication, extensions: boolean): RoutedOperation[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap(({ controllers: own }) => [...own.values()]);
  return controllers.flatMap(({ metatype }) => (typeof metatype === 'function' ? operationsOf(metatype, extensions) : []));
}

function operationsOf(controller: NewableFunction, extensions: boolean): RoutedOperation[] {
  const prototype: object = controller.prototype;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name): RoutedOperation[] => {
    const handler: unknown = Reflect.get(prototype, name);
    if (typeof handler !== 'function') return [];
    const told = (key: string): unknown => Reflect.getMetadata(key, handler);
    const [id, method, bodyLimit] = [told(OPERATION_ID), told(METHOD_METADATA), told(BODY_LIMIT)];
    if (typeof id !== 'string' || typeof method !== 'number' || (told(EXTENSION) === true && !extensions)) return [];
    const path = pathOf(Reflect.getMetadata(PATH_METADATA, controller), told(PATH_METADATA));
    const creates = told(HTTP_CODE_METADATA) === Number(HttpStatus.CREATED);
    return [{ id, method: RequestMethod[method] ?? '', path, creates, bodyLimit: typeof bodyLimit === 'number' ? bodyLimit : undefined }];
  });
}

function pathOf(...parts: readonly unknown[]): string {
  const segments = parts.flatMap((part) => (typeof part === 'string' ? part.split('/') : []));
  return `/${segments.filter((segment) => segment !== '').join('/')}`;
}
