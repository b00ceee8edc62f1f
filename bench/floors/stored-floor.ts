import 'reflect-metadata';
import { readFile } from 'node:fs/promises';
import {
  type CallHandler,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Header,
  Injectable,
  Module,
  type NestInterceptor,
  Param,
  Query,
  ValidationPipe,
} from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, APP_PIPE, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { IsOptional, IsString } from 'class-validator';
import type { Request } from 'express';
import { map, type Observable } from 'rxjs';
import { readFloorSettings, readSetting } from './floor-settings.js';

/*
 * What the framework costs that sends a text which it has in memory: the stages of the service's pipeline in their
 * plainest form around it. No database, no log, no rights, no tags.
 */
const settings = readFloorSettings();
const stored = await readFile(readSetting('BODY_FILE'), 'utf8');

class StoredQuery {
  @IsOptional()
  @IsString()
  shareKey?: string;
}

@Injectable()
class TokenGuard implements CanActivate {
  private readonly expected = `Bearer ${settings.token}`;

  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest<Request>().headers.authorization === this.expected;
  }
}

@Injectable()
class PlainInterceptor implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    return next.handle().pipe(map((answer) => answer));
  }
}

@Controller('v1/orgs/:organizationId/sites')
class StoredController {
  @Get(':siteId/published')
  @Header('Content-Type', 'application/json; charset=utf-8')
  get(@Param('siteId') _: string, @Query() query: StoredQuery): string {
    return query.shareKey === undefined ? stored : '';
  }
}

@Module({
  controllers: [StoredController],
  providers: [
    { provide: APP_GUARD, useClass: TokenGuard },
    { provide: APP_PIPE, useFactory: () => new ValidationPipe({ transform: true, whitelist: true }) },
    { provide: APP_INTERCEPTOR, useClass: PlainInterceptor },
    { provide: APP_INTERCEPTOR, useClass: PlainInterceptor },
  ],
})
class FloorModule {}

const app = await NestFactory.create<NestExpressApplication>(FloorModule, { bodyParser: false, logger: ['error'] });
app.disable('x-powered-by');
app.disable('etag');
await app.listen(settings.port, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
