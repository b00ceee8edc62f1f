import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../src/kernel/database/database.js';
import { cli, type Ended, isAlive, killProcesses, type RunningService, startService, temporaryFolder, until } from '../support/processes.js';
import { OwnPostgres, queryAt } from './own-postgres.js';

export const TOKEN = 'given-by-the-operator-1234';

/** A data folder and a database, for services that run as operators run them. */
export interface Stage {
  database: Pick<Database, 'query'>;
  /** The one organization that the first service makes. */
  organization: string;
  service: RunningService;
  /** Another service, at a port of its own. */
  start(): Promise<RunningService>;
  /** One in the place of the service, which has ended. */
  startAgain(): Promise<void>;
  /** Asks as an admin of the organization. */
  ask(path: string, method?: string, body?: object): Promise<Response>;
  /** Both a read and a write succeed. */
  works(): Promise<boolean>;
  /** What the operator's command tells that looks whether everything stored holds together. */
  check(): Promise<Ended>;
  end(): Promise<void>;
}

/** @param settings that differ from the defaults */
export async function setStage(settings: Readonly<Record<string, string>>): Promise<Stage & { postgres: OwnPostgres }> {
  const [postgres, folder] = await Promise.all([OwnPostgres.start(), temporaryFolder()]);
  const removeAll = async (): Promise<void> => {
    await postgres.end();
    await folder.remove();
  };
  return Object.assign(await setStageOn(postgres, { DATABASE_URL: postgres.url, DATA_DIR: folder.path, ...settings }, removeAll), { postgres });
}

/** A service on its embedded PostgreSQL. @param folder its DATA_DIR, which stays */
export function setEmbeddedStage(folder: string, settings: Readonly<Record<string, string>>): Promise<Stage> {
  const query: Stage['database']['query'] = async (statement, values = []) => queryAt((await readFile(join(folder, 'postgres.url'), 'utf8')).trim(), statement, values);
  return setStageOn({ query }, { DATA_DIR: folder, ...settings }, () => endPostgres(folder));
}

/** Of the server on this DATA_DIR, which lives on when its service is killed; undefined when there is none. */
export async function postgresPid(folder: string): Promise<number | undefined> {
  const lines = await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8').catch(() => undefined);
  return lines === undefined ? undefined : Number(lines.split('\n')[0]);
}

async function endPostgres(folder: string): Promise<void> {
  const pid = await postgresPid(folder);
  if (pid === undefined || !isAlive(pid)) return;
  process.kill(pid, 'SIGQUIT');
  await until(() => Promise.resolve(!isAlive(pid)));
}

async function setStageOn(database: Stage['database'], more: Readonly<Record<string, string>>, removeAll: () => Promise<void>): Promise<Stage> {
  const settings = { BOOTSTRAP_TOKEN: TOKEN, FETCH_ALLOW_HOSTS: '127.0.0.1', ...more };
  const start = (): Promise<RunningService> => startService(settings);
  const end = async (): Promise<void> => {
    killProcesses();
    await removeAll();
  };
  const ask: Stage['ask'] = (path, method = 'GET', body) =>
    fetch(stage.service.url + path, { method, headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }, body: body === undefined ? undefined : JSON.stringify(body) });
  const works: Stage['works'] = async () => {
    const spaces = `/v1/orgs/${stage.organization}/spaces`;
    const answers = await Promise.all([ask(spaces), ask(spaces, 'POST', { title: 'Works' })]).catch(() => []);
    return answers.length === 2 && answers.every(({ ok }) => ok);
  };
  const startAgain: Stage['startAgain'] = async () => {
    stage.service = await startService({ ...settings, PORT: new URL(stage.service.url).port });
  };
  const stage: Stage = { database, organization: '', service: await start().catch(endWith), start, startAgain, ask, works, check: () => cli(['check'], settings), end };
  const [organization] = await database.query<{ id: string }>('SELECT id FROM organizations').catch(endWith);
  return Object.assign(stage, { organization: organization?.id ?? '' });

  async function endWith(error: unknown): Promise<never> {
    await end();
    throw error;
  }
}
