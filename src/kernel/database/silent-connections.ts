import type { Socket } from 'node:net';
import type { ClientBase, Pool } from 'pg';

/** Ends connections of the pool on which the database owes an answer and sends nothing for so long. */
export function endSilentConnections(pool: Pool, milliseconds: number): void {
  const watched = new WeakSet<ClientBase>();
  pool.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    endWhenSilent(client, milliseconds);
  });
}

/**
 * Ends the connection when the database owes an answer and sends nothing for so long: statements under way fail as with a
 * database that is away, and whoever keeps the connection makes a new one. One that is only idle stays.
 */
export function endWhenSilent(client: ClientBase, milliseconds: number): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection; // not in the driver's public types
  // Everything that is sent is answered before the next is sent: which the driver may do as it reads the answer, so it is
  // counted before the driver reads.
  let answered = 0;
  stream.prependListener('data', () => (answered = stream.bytesWritten));
  stream.setTimeout(milliseconds).on('timeout', () => {
    if (stream.bytesWritten > answered) stream.destroy(Object.assign(new Error(`The database sends nothing for ${String(milliseconds)} ms.`), { code: 'ETIMEDOUT' }));
  });
}
