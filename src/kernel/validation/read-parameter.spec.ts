import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ArgumentsHost, Body, Catch, Controller, type ExceptionFilter, Get, Param, Patch, Post, Query, Scope } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { Response } from 'express';
import { ServiceError } from '../errors/errors.js';
import { bodyReader } from '../http/body-reader.js';
import { completeHandlers } from '../http/handlers.js';
import { parseQuery, queryOnce } from '../http/query-parser.js';
import { Optional, Text } from './body-fields.js';
import { PatchOf } from './patch-of.js';
import { QueryFlag, QueryList } from './query-fields.js';

class CreateDto {
  @Optional()
  @Text({ min: 1, max: 50 })
  title? = 'Untitled';
}

class UpdateDto extends PatchOf(CreateDto) {}

class ListQuery {
  @QueryFlag({ default: true })
  nested: boolean;

  @QueryList()
  authors?: string[];
}

@Controller('things')
class ThingsController {
  @Get()
  list(@Query() query: ListQuery): object {
    return { ...query, kind: query.constructor.name };
  }

  @Get(':id')
  get(@Param('id') id: string): object {
    return { id };
  }

  @Post()
  create(@Body() body: CreateDto): object {
    return { ...body, kind: body.constructor.name };
  }

  @Patch()
  update(@Body() body: UpdateDto): object {
    return { ...body };
  }
}

/** Made anew for each request. */
@Controller({ path: 'things/of-request', scope: Scope.REQUEST })
class ThingsOfRequestController {
  @Post()
  create(@Body() body: CreateDto): object {
    return { ...body, kind: body.constructor.name };
  }
}

@Catch(ServiceError)
class PlainErrorFilter implements ExceptionFilter<ServiceError> {
  catch({ name, message, details }: ServiceError, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Response>().status(400).json({ name, message, details });
  }
}

describe('readParameter over HTTP', () => {
  let app: NestExpressApplication;
  let base: string;

  beforeAll(async () => {
    const testing = await Test.createTestingModule({
      controllers: [ThingsController, ThingsOfRequestController],
      providers: [{ provide: APP_FILTER, useClass: PlainErrorFilter }],
    }).compile();
    app = testing.createNestApplication<NestExpressApplication>({ bodyParser: false, logger: false });
    app.set('query parser', parseQuery);
    app.use(queryOnce, bodyReader());
    completeHandlers(app);
    await app.listen(0, '127.0.0.1');
    base = `${(await app.getUrl()).replace('[::1]', '127.0.0.1')}/things`;
  });
  afterAll(() => app.close());

  async function answer(path: string, init?: RequestInit): Promise<{ status: number; body: unknown }> {
    const response = await fetch(base + path, init);
    return { status: response.status, body: await response.json() };
  }
  const json = (method: string, body: string): RequestInit => ({ method, body, headers: { 'Content-Type': 'application/json' } });

  it('reads a body into its class', async () => {
    expect(await answer('', json('POST', '{"title":"Guide"}'))).toEqual({ status: 201, body: { title: 'Guide', kind: 'CreateDto' } });
  });

  it('reads it for a controller that is made for each request, too', async () => {
    expect(await answer('/of-request', json('POST', '{"title":"Guide"}'))).toEqual({ status: 201, body: { title: 'Guide', kind: 'CreateDto' } });
    expect(await answer('/of-request', json('POST', '{"title":7}'))).toMatchObject({ status: 400, body: { message: 'title: must be text, is a number' } });
  });

  it.each([
    ['no body', { method: 'POST' }],
    ['no body but a type', { method: 'POST', headers: { 'Content-Type': 'application/json' } }],
    ['an empty object', json('POST', '{}')],
  ])('takes %s as an empty object', async (_, init) => {
    expect(await answer('', init)).toEqual({ status: 201, body: { title: 'Untitled', kind: 'CreateDto' } });
  });

  it('patches only what was sent', async () => {
    expect(await answer('', json('PATCH', '{}'))).toEqual({ status: 200, body: {} });
    expect(await answer('', json('PATCH', '{"title":null}'))).toMatchObject({ status: 400, body: { message: 'title: must not be null' } });
  });

  it('refuses a bad body with a readable message and details', async () => {
    expect(await answer('', json('POST', JSON.stringify({ title: 'x'.repeat(73) })))).toEqual({
      status: 400,
      body: {
        name: 'BadInputError',
        message: 'title: must be 1 to 50 characters, is 73',
        details: [{ field: 'title', message: 'must be 1 to 50 characters, is 73' }],
      },
    });
  });

  it('reads a query into its class', async () => {
    expect(await answer('')).toEqual({ status: 200, body: { nested: true, kind: 'ListQuery' } });
    expect(await answer('?nested=false&authors[]=a+b&authors=%C3%A9')).toEqual({
      status: 200,
      body: { nested: false, authors: ['a b', 'é'], kind: 'ListQuery' },
    });
    expect(await answer('?nested=0')).toMatchObject({ status: 400, body: { message: 'nested: must be true or false' } });
    expect(await answer('?authors=%E0%A4%A')).toMatchObject({ status: 400, body: { message: 'authors: is not percent-encoded UTF-8' } });
  });

  it('lets path parts through unless they cannot be stored', async () => {
    expect(await answer('/false')).toEqual({ status: 200, body: { id: 'false' } });
    expect(await answer('/a%00b')).toMatchObject({ status: 400, body: { message: 'id: must not contain the NUL character' } });
  });
});
