import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Config } from '../config/config.js';
import { exemplifyBodies } from './body-examples.js';
import { completeAnswers } from './complete-answers.js';
import { EXTENSION_SECTION } from './operation.js';
import { describePathParameters } from './path-parameters.js';

const DESCRIPTION = `The whole interface of the service. Authorize with an access token: \`Authorization: Bearer <token>\`.

**Lists** answer \`{next?, count, items}\`: pass \`next.page\` as \`page\`, with the same filters, for the following page; \`limit\` is 50 unless given, at most 1000.
**Errors** answer \`{error: {code, message, details?}}\`. **Changes**: an omitted field stays, null clears a nullable one, an unknown one is refused.`;

/** A tag of the document, in its place. */
export interface DocumentSection {
  name: string;
  description: string;
}

/** The OpenAPI document, made from the code that answers; the sections that have operations come in this order. */
export function createDocument(app: INestApplication, config: Config, sections: readonly DocumentSection[]): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Docspine')
    .setDescription(DESCRIPTION)
    .setVersion('1')
    .addServer(config.publicUrl)
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An access token: the first start prints one, `npm run cli -- token:create` makes more.' }, 'bearer')
    .addSecurityRequirements('bearer');
  const document = SwaggerModule.createDocument(app, builder.build(), { autoTagControllers: false });
  if (!config.extensions) leaveOutExtensions(document);
  const used = usedTags(document);
  document.tags = sections.filter((section) => used.has(section.name));
  describePathParameters(document);
  exemplifyBodies(document);
  completeAnswers(document);
  return document;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

function leaveOutExtensions(document: OpenAPIObject): void {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) if (item[method]?.tags?.includes(EXTENSION_SECTION) === true) Reflect.deleteProperty(item, method);
    if (METHODS.every((method) => item[method] === undefined)) Reflect.deleteProperty(document.paths, path);
  }
}

function usedTags(document: OpenAPIObject): Set<string> {
  const operations = Object.values(document.paths).flatMap((item) => METHODS.map((method) => item[method]));
  return new Set(operations.flatMap((operation) => operation?.tags ?? []));
}

/** Serves Swagger UI at /docs and the document at /docs-json and /docs-yaml. */
export function serveDocument(app: INestApplication, document: () => OpenAPIObject): void {
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'docs-json',
    yamlDocumentUrl: 'docs-yaml',
    customSiteTitle: 'Docspine API',
    // The bar holds nothing but the name of Swagger.
    customCss: '.swagger-ui .topbar { display: none }',
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      deepLinking: true,
      // The schemas stand with the operations; their list is longer than everything else together.
      defaultModelsExpandDepth: 0,
    },
  });
}
