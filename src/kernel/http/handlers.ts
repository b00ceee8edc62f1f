import type { INestApplication, Type } from '@nestjs/common';
import { METHOD_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { readParameter, type ParameterSource } from '../validation/read-parameter.js';

type Handler = (...values: unknown[]) => unknown;

interface Parameter {
  readonly index: number;
  readonly source: ParameterSource;
  /** What the decorator names, as `spaceId` in `@Param('spaceId')`. */
  readonly name: string | undefined;
  readonly type: unknown;
}

/** Once for all applications of a process: a controller's methods are those of its class. */
const completed = new WeakSet<object>();

/**
 * Has the handlers of all controllers read their parameters strictly before they run, those of a controller that is made
 * for each request as well. A pipe of the framework would do so in some promises for each parameter, which costs more than
 * to read them.
 */
export function completeHandlers(app: INestApplication): void {
  for (const module of app.get(ModulesContainer).values()) {
    for (const { metatype } of module.controllers.values()) if (typeof metatype === 'function') completeHandlersOf(metatype.prototype as object);
  }
}

function completeHandlersOf(controller: object): void {
  for (const name of new MetadataScanner().getAllMethodNames(controller)) {
    const handler: unknown = Reflect.get(controller, name);
    if (typeof handler !== 'function' || completed.has(handler) || !Reflect.hasMetadata(METHOD_METADATA, handler)) continue;
    const complete = completeHandler(handler as Handler, parametersOf(controller, name));
    completed.add(complete);
    // Decorators keep what they know on the handler, and under its name: both are looked up on what replaces it, too.
    Reflect.set(controller, name, Object.defineProperty(Object.setPrototypeOf(complete, handler), 'name', { value: name }));
  }
}

function completeHandler(handler: Handler, parameters: readonly Parameter[]): Handler {
  return function (this: unknown, ...values) {
    for (const { index, source, name, type } of parameters) values[index] = readParameter(values[index], source, type, name);
    return handler.apply(this, values);
  };
}

const SOURCES: Readonly<Record<string, ParameterSource>> = {
  [String(RouteParamtypes.PARAM)]: 'path',
  [String(RouteParamtypes.QUERY)]: 'query',
  [String(RouteParamtypes.BODY)]: 'body',
};

/** Those that come from the request, in the order in which the framework takes them. */
function parametersOf(controller: object, method: string): Parameter[] {
  const types: unknown = Reflect.getMetadata('design:paramtypes', controller, method);
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller.constructor, method) as Readonly<Record<string, { index: number; data?: unknown }>> | undefined; // as its decorators write it
  return Object.entries(parameters ?? {}).flatMap(([key, { index, data }]): Parameter[] => {
    const source = SOURCES[key.slice(0, key.indexOf(':'))];
    if (source === undefined) return [];
    return [{ index, source, name: typeof data === 'string' ? data : undefined, type: Array.isArray(types) ? (types[index] as Type) : undefined }];
  });
}
