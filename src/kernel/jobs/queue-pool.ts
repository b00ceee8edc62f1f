import { Pool } from 'pg';

/**
 * Connections for the queue.
 * @param milliseconds that a connection may take to be had
 * @param onLoss told of every connection that ends by itself
 */
export function queuePool(databaseUrl: string, max: number, milliseconds: number, onLoss: (error: Error) => void): Pool {
  const pool = new Pool({ connectionString: databaseUrl, max, application_name: 'docspine jobs', connectionTimeoutMillis: milliseconds });
  pool.on('error', onLoss);
  // Those in use tell it themselves.
  pool.on('connect', (client) => client.on('error', onLoss));
  return pool;
}
