import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { DataSourceOptions } from 'typeorm';
import { DataSource } from './typeorm.js';
import { LOGGER, type Logger } from '../logging/logger.js';
import { Database, poolOf } from './database.js';
import { DomainEvents } from './domain-events.js';
import { migrate } from './migrate.js';
import { Replicas, type ReplicasOptions } from './replicas.js';
import { endSilentConnections } from './silent-connections.js';

/** Connects, migrates, and closes with the application. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(Replicas) private readonly replicas: Replicas,
  ) {}

  /** @param milliseconds that the database may owe an answer without sending anything; migrations take what they need */
  static forRoot(options: DataSourceOptions, milliseconds: number, reads: ReplicasOptions): DynamicModule {
    const dataSource = {
      provide: DataSource,
      useFactory: async (): Promise<DataSource> => {
        const connected = await new DataSource(options).initialize();
        await migrate(connected);
        endSilentConnections(poolOf(connected), milliseconds);
        return connected;
      },
    };
    const replicas = {
      provide: Replicas,
      useFactory: (connected: DataSource, logger: Logger) => new Replicas(poolOf(connected), reads, logger),
      inject: [DataSource, LOGGER],
    };
    return { module: DatabaseModule, providers: [dataSource, replicas, Database, DomainEvents], exports: [DataSource, Database, DomainEvents] };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.replicas.end();
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }
}
