import { killProcesses, type RunningService, startService, temporaryFolder } from '../support/processes.js';
import { OwnPostgres } from './own-postgres.js';

export const TOKEN = 'given-by-the-operator-1234';

/** A PostgreSQL of the test's own and a data folder, for services that run as operators run them. */
export interface Stage {
  postgres: OwnPostgres;
  /** The one organization that the first service makes. */
  organization: string;
  service: RunningService;
  start(): Promise<RunningService>;
  /** Asks as an admin of the organization. */
  ask(path: string, method?: string, body?: object): Promise<Response>;
  end(): Promise<void>;
}

/** @param settings that differ from the defaults */
export async function setStage(settings: Readonly<Record<string, string>>): Promise<Stage> {
  const [postgres, folder] = await Promise.all([OwnPostgres.start(), temporaryFolder()]);
  const start = (): Promise<RunningService> =>
    startService({ DATABASE_URL: postgres.url, DATA_DIR: folder.path, BOOTSTRAP_TOKEN: TOKEN, FETCH_ALLOW_HOSTS: '127.0.0.1', ...settings });
  const end = async (): Promise<void> => {
    killProcesses();
    await postgres.end();
    await folder.remove();
  };
  try {
    const service = await start();
    const [organization] = await postgres.query<{ id: string }>('SELECT id FROM organizations');
    const ask = (path: string, method = 'GET', body?: object): Promise<Response> =>
      fetch(stage.service.url + path, { method, headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }, body: body === undefined ? undefined : JSON.stringify(body) });
    const stage: Stage = { postgres, organization: organization?.id ?? '', service, start, ask, end };
    return stage;
  } catch (error) {
    await end();
    throw error;
  }
}
