import type { DataSourceOptions } from 'typeorm';
import { ENTITIES } from './src/entities.js';
import { MIGRATIONS } from './src/kernel/database/migrations/index.js';

/**
 * The one description of the database connection: the service, the CLI, migrations and tests use it.
 * @param databaseUrl `postgres://…`
 * @param poolSize most connections that this process holds
 */
export function dataSourceOptions(databaseUrl: string, poolSize: number): DataSourceOptions {
  return {
    type: 'postgres',
    url: databaseUrl,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTransactionMode: 'each',
    synchronize: false,
    applicationName: 'docspine',
    poolSize,
    // A connection that can't be had in this time means that the database is away: the answer is 503.
    connectTimeoutMS: 5_000,
    extra: { idleTimeoutMillis: 30_000 },
  };
}
