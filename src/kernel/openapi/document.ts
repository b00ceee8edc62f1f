import { type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import type { Config } from '../config/config.js';
import { completeAnswers } from './complete-answers.js';
import { completeBodies } from './complete-bodies.js';
import { loadSwagger } from './late-decorators.js';
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
export async function createDocument(app: INestApplication, config: Config, sections: readonly DocumentSection[]): Promise<OpenAPIObject> {
  const { DocumentBuilder, SwaggerModule } = await loadSwagger();
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
  completeBodies(document);
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

const PATHS = ['/docs', '/docs/index.html', '/docs/LICENSE', '/docs/swagger-ui-init.js', '/docs-json', '/docs-yaml'];
const FILES = '/docs/';

/** Serves Swagger UI at /docs and the document at /docs-json and /docs-yaml, once somebody asks for one of them. */
export function serveDocument(app: NestExpressApplication, document: () => Promise<OpenAPIObject>): void {
  let made: Promise<RequestHandler> | undefined;
  const serve: RequestHandler = (request, response, next) => {
    made ??= documentPages(document);
    made.then((pages) => pages(request, response, next)).catch(next);
  };
  const express: Express = app.getHttpAdapter().getInstance();
  // Before all routes: between them it would end those that `routeIndex` knows.
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (request.url.startsWith(FILES)) void serve(request, response, next);
    else next();
  });
  for (const path of PATHS) express.get(path, serve);
}

@Module({})
class DocumentPages {}

/** An application of its own, never started: routes that come after those of the service would never be reached. */
async function documentPages(document: () => Promise<OpenAPIObject>): Promise<RequestHandler> {
  const [{ SwaggerModule }, made, pages] = await Promise.all([loadSwagger(), document(), NestFactory.create<NestExpressApplication>(DocumentPages, new ExpressAdapter(), { logger: false })]);
  pages.disable('x-powered-by');
  pages.disable('etag');
  SwaggerModule.setup('docs', pages, made, {
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
  return pages.getHttpAdapter().getInstance() as RequestHandler;
}
