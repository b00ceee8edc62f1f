import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Config } from '../config/config.js';
import { describePathParameters } from './path-parameters.js';

const DESCRIPTION = `The whole interface of the service. Authorize with an access token: \`Authorization: Bearer <token>\`.

**Lists** answer \`{next?, count, items}\`: pass \`next.page\` as \`page\`, with the same filters, for the following page; \`limit\` is 50 unless given, at most 1000.
**Errors** answer \`{error: {code, message, details?}}\`. **Changes**: an omitted field stays, null clears a nullable one, an unknown one is refused.`;

/** The OpenAPI document, made from the code that answers. */
export function createDocument(app: INestApplication, config: Config): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Docspine')
    .setDescription(DESCRIPTION)
    .setVersion('1')
    .addServer(config.publicUrl)
    .addBearerAuth({ type: 'http', scheme: 'bearer' })
    .addSecurityRequirements('bearer');
  const document = SwaggerModule.createDocument(app, builder.build(), { autoTagControllers: false });
  describePathParameters(document);
  return document;
}

/** Serves Swagger UI at /docs and the document at /docs-json and /docs-yaml. */
export function serveDocument(app: INestApplication, document: OpenAPIObject): void {
  SwaggerModule.setup('docs', app, document, {
    jsonDocumentUrl: 'docs-json',
    yamlDocumentUrl: 'docs-yaml',
    customSiteTitle: 'Docspine API',
    swaggerOptions: { persistAuthorization: true, displayRequestDuration: true, tagsSorter: 'alpha' },
  });
}
