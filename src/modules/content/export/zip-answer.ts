import { ApiOkResponse } from '../../../kernel/openapi/late-decorators.js';

/** Tells in the document that success is a zip archive; stands above the operation. */
export function ZipAnswer(): MethodDecorator {
  return ApiOkResponse({ description: 'The archive', content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } } });
}
