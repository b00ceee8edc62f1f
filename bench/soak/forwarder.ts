import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** One address of loopback for a server that gets another port whenever it starts again. */
export class Forwarder {
  private readonly open = new Set<Socket>();
  private target: number | undefined;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Forwarder> {
    const server = createServer();
    const forwarder = new Forwarder(server);
    server.on('connection', (incoming) => forwarder.join(incoming));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return forwarder;
  }

  /** The address with the forwarder's port; from now on it leads there. */
  lead(url: string): string {
    this.target = Number(new URL(url).port);
    const address = this.server.address();
    const own = new URL(url);
    if (address !== null && typeof address === 'object') own.port = String(address.port);
    own.hostname = '127.0.0.1';
    return own.href;
  }

  async close(): Promise<void> {
    for (const socket of this.open) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(incoming: Socket): void {
    const outgoing = connect(this.target ?? 0, '127.0.0.1');
    for (const [socket, other] of [[incoming, outgoing], [outgoing, incoming]] as const) {
      this.open.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => {
        this.open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
