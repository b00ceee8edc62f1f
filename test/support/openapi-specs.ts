import { createHash } from 'node:crypto';
import { Database } from '../../src/kernel/database/database.js';
import { SpecStore } from '../../src/modules/openapi-specs/spec-store.js';
import type { Answer, Client, Json } from './client.js';
import { until } from './processes.js';
import type { TestApp } from './test-app.js';

/** The smallest spec. */
export function smallSpec(title = 'Small'): Json {
  return { openapi: '3.0.3', info: { title, version: '1.0.0' }, paths: {} };
}

/** A spec with one version, without any job; its slug and the version's id. */
export async function makeSpec({ app }: TestApp, organizationId: string, slug = 'made', documents: Readonly<Record<string, object>> = { 'openapi.json': smallSpec() }): Promise<{ specSlug: string; versionId: string }> {
  const store = app.get(SpecStore);
  const { set } = await app.get(Database).transaction(() => store.set({ organizationId, slug, sourceUrl: null }));
  const written = Object.entries(documents).map(([place, document]) => ({ place, url: null, document: Buffer.from(JSON.stringify(document)), source: null }));
  const pages = Buffer.from(JSON.stringify([{ key: 'info', parent: null, kind: 'info', title: 'Small', description: null, markdown: '' }]));
  await store.finish(set, { documents: written, pages, hash: createHash('sha256').update(JSON.stringify(documents)).digest('hex') });
  return { specSlug: slug, versionId: set.versionId };
}

/** The spec once the source that was set last is processed. */
export async function processed(client: Client, path: string): Promise<Json> {
  let answer: Answer | undefined;
  await until(async () => {
    answer = await client.get(path);
    return answer.body.processingState === 'complete';
  });
  return answer?.body;
}

/** An organization without specs, with who may make some and who may read them. */
export interface SpecStage {
  organizationId: string;
  specs: string;
  creator: Client;
  reader: Client;
}

export async function makeStage(service: TestApp): Promise<SpecStage> {
  const { id: organizationId } = await service.make.organization();
  const [creator, reader] = await Promise.all([service.make.user({ organizationId, role: 'create' }), service.make.user({ organizationId })]);
  return { organizationId, specs: `/v1/orgs/${organizationId}/openapi`, creator: service.as(creator.token), reader: service.as(reader.token) };
}
