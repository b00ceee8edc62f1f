import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../src/app.module.js';
import { readConfig } from '../src/kernel/config/config.js';
import { createLogger } from '../src/kernel/logging/logger.js';
import { MainBranch } from '../src/modules/content/main-branch.js';
import type { ContentChanges } from '../src/modules/content/store/content-changes.js';
import { ContentWriter } from '../src/modules/content/store/content-writer.js';
import { TokensService } from '../src/modules/identity/tokens.service.js';
import { SpaceStore } from '../src/modules/spaces/space-store.js';
import { SetupService } from '../src/setup/setup.service.js';
import { samplePages } from './sample-pages.js';

export interface SampleSpace {
  id: string;
  /** In the order of the tree, level by level. */
  pageIds: readonly string[];
}

/** The service's own classes on the benchmark's database, without a server. */
export class Workbench {
  private constructor(
    readonly app: INestApplicationContext,
    readonly organizationId: string,
    /** Of the organization's admin. */
    readonly token: string,
  ) {}

  static async open(databaseUrl: string, folder: string, token: string): Promise<Workbench> {
    const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'workbench'), BOOTSTRAP_TOKEN: token });
    const options = { config, databaseUrl, logger: createLogger('silent', true) };
    const app = await NestFactory.createApplicationContext(AppModule.forRoot(options), { logger: false, abortOnError: false });
    const first = await app.get(SetupService).prepare();
    if (first === undefined) throw new Error('The database of the benchmark is not empty.');
    return new Workbench(app, first.organizationId, token);
  }

  /** A new space with made-up pages, each of so many parts. */
  async space(pages = 0, parts = 0): Promise<SampleSpace> {
    const space = await this.app.get(SpaceStore).create({ organizationId: this.organizationId, title: `Space of ${String(pages)} pages` });
    const newPages = samplePages(pages, parts);
    if (pages > 0) await this.commit(space.id, { newPages });
    return { id: space.id, pageIds: newPages.map((page) => page.pageId) };
  }

  async commit(spaceId: string, changes: ContentChanges): Promise<void> {
    await this.app.get(ContentWriter).commit(this.app.get(MainBranch).of(spaceId), changes, { createdBy: null });
  }

  async actor(): Promise<{ userId: string; tokenId: string }> {
    const actor = await this.app.get(TokensService).authenticate(this.token);
    if (actor === undefined) throw new Error('The first start made no token.');
    return actor;
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
