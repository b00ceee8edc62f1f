import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Database } from './database.js';
import { DomainEvents } from './domain-events.js';
import { migrate } from './migrate.js';

/** Connects, migrates, and closes with the application. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  static forRoot(options: DataSourceOptions): DynamicModule {
    const dataSource = {
      provide: DataSource,
      useFactory: async (): Promise<DataSource> => {
        const connected = await new DataSource(options).initialize();
        await migrate(connected);
        return connected;
      },
    };
    return { module: DatabaseModule, providers: [dataSource, Database, DomainEvents], exports: [DataSource, Database, DomainEvents] };
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }
}
