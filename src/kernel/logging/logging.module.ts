import { type DynamicModule, Global, Module } from '@nestjs/common';
import { LOGGER, type Logger, NestLogger } from './logger.js';

@Global()
@Module({})
export class LoggingModule {
  static forRoot(logger: Logger): DynamicModule {
    return { module: LoggingModule, providers: [{ provide: LOGGER, useValue: logger }, NestLogger], exports: [LOGGER, NestLogger] };
  }
}
