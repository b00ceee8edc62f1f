import { expect } from '@jest/globals';
import { smallSpec } from '../support/openapi-specs.js';
import type { SpecSite } from '../support/spec-site.js';
import type { Stage } from './stage.js';
import type { Job } from './under-load.js';

/** Reads a spec, and is answered only once it is told to be. */
interface ReadingJob extends Job {
  finish: () => void;
}

/** Sets the source of a new spec to an address that answers when it is told to. */
export async function beginJob(stage: Stage, site: SpecSite, name: string): Promise<ReadingJob> {
  const path = `/${name}`;
  const spec = `/v1/orgs/${stage.organization}/openapi/${name}`;
  const finish = new Promise<() => void>((resolve) => {
    site.paths.set(path, (response) => resolve(() => void response.end(JSON.stringify(smallSpec()))));
  });
  expect((await stage.ask(spec, 'PUT', { source: { url: site.url + path } })).status).toBe(200);
  const answer = await finish;
  site.paths.set(path, JSON.stringify(smallSpec()));
  const isComplete = async (): Promise<boolean> => {
    const answered = await stage.ask(spec).then(async (response) => (response.ok ? String(await response.text()) : ''), () => '');
    return answered.includes('"complete"') && answered.includes('"lastVersion"');
  };
  return { finish: answer, isComplete };
}
