import { Pool, type PoolClient } from 'pg';

type Release = PoolClient['release'];
type Connected = (fault: Error | undefined, client: PoolClient | undefined, release: Release) => void;

/** The queue gives its listening connection back twice where it is lost while the queue stops: in `pg`'s own pool, that would end the process. */
class QueuePool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | void {
    if (connected === undefined) return super.connect();
    super.connect((fault, client, release) => connected(fault, client, once(release)));
  }
}

function once(release: Release): Release {
  let isReleased = false;
  return (fault) => {
    if (!isReleased) release(fault);
    isReleased = true;
  };
}

/**
 * Connections for the queue.
 * @param milliseconds that a connection may take to be had
 * @param onLoss told of every connection that ends by itself
 */
export function queuePool(databaseUrl: string, max: number, milliseconds: number, onLoss: (error: Error) => void): Pool {
  const pool = new QueuePool({ connectionString: databaseUrl, max, application_name: 'docspine jobs', connectionTimeoutMillis: milliseconds });
  pool.on('error', onLoss);
  // Those in use tell it themselves.
  pool.on('connect', (client) => client.on('error', onLoss));
  return pool;
}
