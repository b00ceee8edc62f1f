import { applyDecorators, HttpCode, SetMetadata, type Type, UseInterceptors } from '@nestjs/common';
import type * as swagger from '@nestjs/swagger';
import { errorExample, ERRORS } from './error-examples.js';
import { getSchemaPath, late } from './late-decorators.js';
import { PermissionsInterceptor } from '../permissions/permissions-interceptor.js';
import { refuseBodyUnlessRead } from '../validation/no-body.js';
import { ErrorAnswerDto } from './error-answer.dto.js';

export interface OperationOptions {
  /** `operationId` of the contract. */
  id: string;
  /** Section of the contract: the tag under which the document lists it. */
  section: string;
  summary: string;
  description?: string;
  /** Success code. Default 200. */
  status?: 200 | 201 | 204 | 205;
  /** What success answers, or the things that it may answer; absent for 204 and 205. */
  answer?: Type | readonly Type<object>[];
  /** What success answers a bare list of. */
  items?: Type;
  /** Errors besides those of every operation (400, 401, 403, 404, 429). */
  errors?: readonly (409 | 412 | 413 | 415)[];
  deprecated?: boolean;
  /** The answer comes as text (`WrittenAnswer`) or is filled in (`withSlots`): what the framework does for interceptors is saved. */
  written?: boolean;
  /** Most bytes of the body, where it is another number than for most operations. */
  bodyLimit?: number;
}

/** Everything that the OpenAPI document and the router need to know of a route, in one place. */
export function Operation(options: OperationOptions): MethodDecorator {
  const { id, status = 200, written = false, bodyLimit } = options;
  return applyDecorators(
    refuseBodyUnlessRead,
    late((library) => describeOperation(library, options)),
    HttpCode(status),
    ...(written ? [] : [UseInterceptors(PermissionsInterceptor)]),
    SetMetadata(OPERATION_ID, id),
    ...(bodyLimit === undefined ? [] : [SetMetadata(BODY_LIMIT, bodyLimit)]),
  );
}

function describeOperation({ ApiExtension, ApiExtraModels, ApiOperation, ApiResponse, ApiTags }: typeof swagger, options: OperationOptions): MethodDecorator {
  const { id, section, summary, description, status = 200, answer, items, errors = [], deprecated, bodyLimit } = options;
  return applyDecorators(
    ApiOperation({ operationId: id, summary, ...(description === undefined ? {} : { description }), ...(deprecated ? { deprecated } : {}) }),
    ...(answer !== undefined && isList(answer) ? [ApiExtraModels(...answer)] : []),
    ApiTags(section),
    ...(bodyLimit === undefined ? [] : [ApiExtension(BODY_LIMIT, bodyLimit)]),
    ApiResponse({ status, description: SUCCESS[status], ...(items === undefined ? answerSchema(answer) : { type: items, isArray: true }) }),
    ...[400, 401, 403, 404, ...errors, 429].map((code) => ApiResponse({ status: code, description: ERRORS[code] ?? 'Error', type: ErrorAnswerDto, example: errorExample(code) })),
  );
}

/** Tells the guard which operation a handler is. */
export const OPERATION_ID = 'operation-id';

/** Tells in the document, and of the handler, how many bytes a body may have, where that differs. */
export const BODY_LIMIT = 'x-body-limit';

/** Tag of the operations that go beyond the specification. */
export const EXTENSION_SECTION = 'Beyond the specification';
/** Marks their operations in the document, and their handlers. */
export const EXTENSION = 'x-extension';

/** An operation beyond the specification; gone when the service runs with `EXTENSIONS=false`. */
export function ExtensionOperation(options: Omit<OperationOptions, 'section'>): MethodDecorator {
  return applyDecorators(Operation({ ...options, section: EXTENSION_SECTION }), late(({ ApiExtension }) => ApiExtension(EXTENSION, true)), SetMetadata(EXTENSION, true));
}

function answerSchema(answer: OperationOptions['answer']): Pick<swagger.ApiResponseNoStatusOptions, never> {
  if (answer === undefined) return {};
  return isList(answer) ? { schema: { oneOf: answer.map((type) => ({ $ref: getSchemaPath(type) })) } } : { type: answer };
}

function isList(answer: Type | readonly Type<object>[]): answer is readonly Type<object>[] {
  return Array.isArray(answer);
}

const SUCCESS = { 200: 'Success', 201: 'Made', 204: 'Done, no content', 205: 'Gone, no content' } as const;
