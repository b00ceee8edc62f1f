import { freePort } from '../free-port.js';
import { ServerProcess } from './server-process.js';

export interface ServiceOptions {
  databaseUrl: string;
  /** Folder of its data; what it writes goes beside it. */
  data: string;
  environment?: Readonly<Record<string, string>>;
  nodeOptions?: readonly string[];
}

export interface StartedService {
  readonly process: ServerProcess;
  readonly url: string;
}

/** The built service, at a port of its own; whoever needs it waits for its first answer. */
export async function startService({ databaseUrl, data, environment, nodeOptions }: ServiceOptions): Promise<StartedService> {
  const port = String(await freePort());
  const process = ServerProcess.start({
    script: new URL('../../service/main.js', import.meta.url),
    environment: { PORT: port, DATABASE_URL: databaseUrl, DATA_DIR: data, NODE_ENV: 'production', ...environment },
    logFile: `${data}.log`,
    nodeOptions,
  });
  return { process, url: `http://127.0.0.1:${port}` };
}
