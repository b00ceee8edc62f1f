import 'reflect-metadata';
import {
  type CallHandler,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Inject,
  Injectable,
  Module,
  type NestInterceptor,
  NotFoundException,
  Param,
  Query,
  ValidationPipe,
} from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, APP_PIPE, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import type { Request } from 'express';
import type { Pool } from 'pg';
import { map, type Observable } from 'rxjs';
import { readFloorSettings } from './floor-settings.js';
import { findPage, openPool, type PageRow } from './page-statement.js';

/*
 * What the framework itself costs: the stages of the service's pipeline in their plainest form (a guard, a pipe
 * with the same query, two interceptors) around one statement. No log, no rights, no tags, no request ids.
 */
const settings = readFloorSettings();
const POOL = Symbol('pool');
const asFlag = ({ value }: { value: unknown }): unknown => (value === 'true' ? true : value === 'false' ? false : value);

class PageReadQuery {
  @IsOptional()
  @IsIn(['document', 'markdown'])
  format = 'markdown';

  @IsOptional()
  @Transform(asFlag)
  @IsBoolean()
  metadata = true;

  @IsOptional()
  @Transform(asFlag)
  @IsBoolean()
  computed = true;

  @IsOptional()
  @Transform(asFlag)
  @IsBoolean()
  evaluated = false;
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

@Controller('v1/spaces/:spaceId')
class PageController {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  @Get('content/page/:pageId')
  async getPage(@Param('spaceId') spaceId: string, @Param('pageId') pageId: string, @Query() { format }: PageReadQuery): Promise<PageRow & { format: string }> {
    const page = await findPage(this.pool, spaceId, pageId);
    if (page === undefined) throw new NotFoundException();
    return { ...page, format };
  }
}

@Module({
  controllers: [PageController],
  providers: [
    { provide: POOL, useFactory: () => openPool(settings.databaseUrl) },
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
