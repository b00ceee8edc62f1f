import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** One address of loopback for a server that gets another port whenever it starts again; what goes over it can be held up and cut. */
export class Forwarder {
  private readonly pairs = new Set<Pair>();
  private target: number | undefined;
  private isStill = false;

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

  /** Keeps and takes connections, and passes nothing on; what was sent meanwhile arrives late. */
  standStill(isStill: boolean): void {
    this.isStill = isStill;
    for (const pair of this.pairs) pair.standStill(isStill);
  }

  /** Ends every connection, and takes new ones. */
  cut(): void {
    for (const pair of this.pairs) pair.end();
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(incoming: Socket): void {
    const pair = new Pair(incoming, connect(this.target ?? 0, '127.0.0.1'));
    this.pairs.add(pair);
    pair.onEnd(() => this.pairs.delete(pair));
    pair.standStill(this.isStill);
  }
}

/** Two ends of one connection. */
class Pair {
  constructor(
    private readonly incoming: Socket,
    private readonly outgoing: Socket,
  ) {
    for (const [socket, other] of this.ways()) {
      socket.on('error', () => socket.destroy());
      socket.on('close', () => other.destroy());
    }
  }

  onEnd(callback: () => void): void {
    this.incoming.on('close', callback);
  }

  standStill(isStill: boolean): void {
    for (const [socket, other] of this.ways()) {
      if (isStill) socket.unpipe(other).pause();
      else socket.pipe(other);
    }
  }

  end(): void {
    this.incoming.destroy();
    this.outgoing.destroy();
  }

  private ways(): [Socket, Socket][] {
    return [[this.incoming, this.outgoing], [this.outgoing, this.incoming]];
  }
}
