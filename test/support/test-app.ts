import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../src/app.module.js';
import { APP_OPTIONS, configureApp } from '../../src/configure-app.js';
import { type Config, readConfig } from '../../src/kernel/config/config.js';
import { AnswerAdapter } from '../../src/kernel/http/answer-adapter.js';
import { createLogger } from '../../src/kernel/logging/logger.js';
import { Client } from './client.js';
import { Factories } from './factories.js';
import { createTestDatabase } from './test-database.js';

export interface TestApp {
  app: NestExpressApplication;
  config: Config;
  /** Root of the service, without /v1. */
  url: string;
  databaseUrl: string;
  document: OpenAPIObject;
  make: Factories;
  /** A client that sends this token, or none. */
  as(token?: string): Client;
  close(): Promise<void>;
}

/**
 * The whole service on a database, a port and a data folder of its own, as it runs for users.
 * @param environment settings that differ from the defaults
 * @param reach the address by which the service reaches the database, where it isn't the database's own
 */
export async function startTestApp(
  environment: Readonly<Record<string, string>> = {},
  reach: (databaseUrl: string) => Promise<string> = (databaseUrl) => Promise.resolve(databaseUrl),
): Promise<TestApp> {
  const [database, port, dataDirectory] = await Promise.all([createTestDatabase(), freePort(), mkdtemp(join(tmpdir(), 'docspine-data-'))]);
  const databaseUrl = await reach(database.url);
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDirectory,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: '8',
    LOG_LEVEL: 'silent',
    FETCH_ALLOW_HOSTS: '127.0.0.1',
    // Thousands of requests in a minute are usual for a test.
    RATE_LIMIT_REQUESTS: '0',
    RATE_LIMIT_REFUSALS: '0',
    RATE_LIMIT_GUESSES: '0',
    ...environment,
  });
  const logger = createLogger(config.logLevel, true);
  const module = await Test.createTestingModule({ imports: [AppModule.forRoot({ config, databaseUrl, logger })] }).compile();
  const app = module.createNestApplication<NestExpressApplication>(new AnswerAdapter(config.answerBounds), APP_OPTIONS);
  const document = await publishedDocument(config, configureApp(app));
  await app.listen(port, '127.0.0.1');
  const url = `http://127.0.0.1:${String(port)}`;
  return {
    app,
    config,
    url,
    databaseUrl: database.url,
    document,
    make: new Factories(app),
    as: (token) => new Client(url, document, token),
    close: async () => {
      await app.close();
      await database.drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** By whether they have the extensions. */
const documents = new Map<boolean, OpenAPIObject>();

/** What the service publishes; making it takes a second, and services differ in nothing but their address. */
async function publishedDocument({ extensions, publicUrl }: Config, make: () => Promise<OpenAPIObject>): Promise<OpenAPIObject> {
  const made = documents.get(extensions) ?? frozen(await make());
  documents.set(extensions, made);
  return { ...made, servers: [{ url: publicUrl }] };
}

function frozen<Part extends object>(part: Part): Part {
  for (const child of Object.values(part)) if (typeof child === 'object' && child !== null) frozen(child);
  return Object.freeze(part);
}

/** Free at this moment; addresses in answers need the port before the service listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  return address.port;
}
