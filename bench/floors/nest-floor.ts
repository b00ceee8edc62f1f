import 'reflect-metadata';
import {
  Body,
  type CallHandler,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  HttpCode,
  Inject,
  Injectable,
  Module,
  type NestInterceptor,
  NotFoundException,
  Param,
  Post,
  Query,
  ValidationPipe,
} from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, APP_PIPE, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Transform, Type } from 'class-transformer';
import { IsArray, IsBoolean, IsIn, IsInt, IsObject, IsOptional, IsString } from 'class-validator';
import type { Request } from 'express';
import type { Pool } from 'pg';
import { map, type Observable } from 'rxjs';
import { readFloorSettings } from './floor-settings.js';
import { createComment, listComments, listSpaces, merge, openPool, readPage, readTree, search, writePage } from './floor-operations.js';

/*
 * What the framework itself costs: the stages of the service's pipeline in their plainest form (a guard, a pipe
 * with the same fields, two interceptors) around one statement. No log, no rights, no tags, no request ids.
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

class ListQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  limit = 50;

  @IsOptional()
  @IsString()
  page?: string;
}

class SearchQuery extends ListQuery {
  @IsString()
  query: string;
}

class CommentBody {
  @IsString()
  page: string;

  @IsObject()
  body: { markdown: string };
}

class EditBody {
  @IsArray()
  changes: { page: string; document: { markdown: string } }[];
}

@Controller('v1')
class FloorController {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  @Get('spaces/:spaceId/content/page/:pageId')
  async readPage(@Param('spaceId') spaceId: string, @Param('pageId') pageId: string, @Query() { format }: PageReadQuery): Promise<object> {
    const page = await readPage(this.pool, spaceId, pageId);
    if (page === undefined) throw new NotFoundException();
    return { ...page, format };
  }

  @Get('spaces/:spaceId/content/pages')
  readTree(@Param('spaceId') spaceId: string): Promise<object> {
    return readTree(this.pool, spaceId);
  }

  @Get('orgs/:organizationId/spaces')
  listSpaces(@Param('organizationId') organizationId: string, @Query() { limit }: ListQuery): Promise<object> {
    return listSpaces(this.pool, organizationId, limit);
  }

  @Get('spaces/:spaceId/comments')
  listComments(@Param('spaceId') spaceId: string, @Query() { limit }: ListQuery): Promise<object> {
    return listComments(this.pool, spaceId, limit);
  }

  @Get('spaces/:spaceId/search')
  search(@Param('spaceId') spaceId: string, @Query() { query }: SearchQuery): Promise<object> {
    return search(this.pool, spaceId, query);
  }

  @Post('spaces/:spaceId/comments')
  createComment(@Param('spaceId') spaceId: string, @Body() body: CommentBody): Promise<object> {
    return createComment(this.pool, spaceId, body);
  }

  @Post('spaces/:spaceId/change-requests/:changeRequestId/content')
  writePage(@Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string, @Body() body: EditBody): Promise<object> {
    return writePage(this.pool, spaceId, changeRequestId, body);
  }

  @Post('spaces/:spaceId/change-requests/:changeRequestId/merge')
  merge(@Param('spaceId') spaceId: string, @Param('changeRequestId') changeRequestId: string): Promise<object> {
    return merge(this.pool, spaceId, changeRequestId);
  }

  /** What the framework costs that answers nothing. */
  @Get('empty')
  @HttpCode(304)
  empty(): void {
    return undefined;
  }
}

@Module({
  controllers: [FloorController],
  providers: [
    { provide: POOL, useFactory: () => openPool(settings.databaseUrl) },
    { provide: APP_GUARD, useClass: TokenGuard },
    { provide: APP_PIPE, useFactory: () => new ValidationPipe({ transform: true, whitelist: true }) },
    { provide: APP_INTERCEPTOR, useClass: PlainInterceptor },
    { provide: APP_INTERCEPTOR, useClass: PlainInterceptor },
  ],
})
class FloorModule {}

const app = await NestFactory.create<NestExpressApplication>(FloorModule, { logger: ['error'] });
app.disable('x-powered-by');
app.disable('etag');
await app.listen(settings.port, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
