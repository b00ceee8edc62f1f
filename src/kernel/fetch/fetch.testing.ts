import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type LookupFunction, type Server as TcpServer, type Socket } from 'node:net';
import { FetchError, type FetchBounds } from './fetcher.js';
import { GuardedFetcher, type GuardedFetcherOptions } from './guarded-fetcher.js';

const FOR_PEOPLE = /^\S.* can't be fetched: .+\.$/;

/** Words of Node, undici or a stack. */
const INTERNAL = /undici|UND_|Error|E[A-Z]{4,}|\bat \/|undefined|\[object/;

const closers: (() => Promise<unknown>)[] = [];

/** Ends every server and fetcher made since the last call. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0)) await close();
}

/** @returns the address of the server, which lives until `closeAll` */
export async function listen(server: Server | TcpServer): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${bound.port}`;
}

/** A server that answers with the handler. */
export function serve(handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  return listen(createServer(handler));
}

/** A server that says `text` to whoever sends something, and then ends the connection or leaves it open. */
export function serveRaw(text: string, then: 'end' | 'reset' | 'stay' = 'end'): Promise<string> {
  return listen(
    createTcpServer((socket) => {
      socket.once('data', () => {
        socket.write(text, () => {
          if (then === 'end') socket.end();
          if (then === 'reset') socket.resetAndDestroy();
        });
      });
    }),
  );
}

/** One that may reach the servers here. */
export function fetcher(options: Partial<GuardedFetcherOptions> = {}): GuardedFetcher {
  const made = new GuardedFetcher({ allowHosts: ['127.0.0.1'], userAgent: 'Docspine/1.2.3', ...options });
  closers.unshift(() => made.close());
  return made;
}

/** The fault of fetching the address, its message checked to be for people. */
export async function faultOf(address: string, bounds?: FetchBounds, from = fetcher()): Promise<FetchError> {
  try {
    await from.fetch(address, bounds);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    if (!FOR_PEOPLE.test(error.message) || INTERNAL.test(error.message)) {
      throw new Error(`not for people: ${error.message}`, { cause: error });
    }
    return error;
  }
  throw new Error(`${address} was fetched`);
}

/** A resolver that knows one answer. */
export const resolveTo = (...addresses: string[]): LookupFunction => (_hostname, _options, callback) => {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  process.nextTick(callback, null, found);
};
