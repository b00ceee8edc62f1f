import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to the database that can be cut. */
export interface DatabaseProxy {
  /** The database's address, through the proxy. */
  url: string;
  /** Ends every connection and takes no new ones. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Keeps and takes connections, and loses everything that is sent; or no longer. */
  silence(isSilent: boolean): void;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  let silent = false;

  const restore = async (): Promise<void> => {
    server = createServer((incoming) => {
      const outgoing = connect(Number(target.port), target.hostname);
      for (const [socket, other] of [[incoming, outgoing], [outgoing, incoming]] as const) {
        open.add(socket);
        socket.on('error', () => socket.destroy()).on('close', () => {
          open.delete(socket);
          other.destroy();
        });
        socket.on('data', (bytes) => {
          if (!silent) other.write(bytes);
        });
      }
    });
    const listening = server;
    await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
    port = address.port;
  };
  const cut = async (): Promise<void> => {
    const closing = server;
    server = undefined;
    for (const socket of open) socket.destroy();
    if (closing !== undefined) await new Promise((resolve) => closing.close(resolve));
  };

  await restore();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const silence = (isSilent: boolean): void => {
    silent = isSilent;
  };
  return { url: url.href, cut, restore, silence };
}
