import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Database, poolOf } from './database.js';
import { DomainEvents } from './domain-events.js';
import { migrate } from './migrate.js';
import { endSilentConnections } from './silent-connections.js';

/** Connects, migrates, and closes with the application. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** @param milliseconds that the database may owe an answer without sending anything; migrations take what they need */
  static forRoot(options: DataSourceOptions, milliseconds: number): DynamicModule {
    const dataSource = {
      provide: DataSource,
      useFactory: async (): Promise<DataSource> => {
        const connected = await new DataSource(options).initialize();
        await migrate(connected);
        endSilentConnections(poolOf(connected), milliseconds);
        return connected;
      },
    };
    return { module: DatabaseModule, providers: [dataSource, Database, DomainEvents], exports: [DataSource, Database, DomainEvents] };
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }
}
