import { beforeAll, describe, expect, it } from '@jest/globals';
import { Body, Controller, Get, Module, Post, Query } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Test } from '@nestjs/testing';
import { ApiExtraModels, ApiOkResponse, ApiProperty, ApiSchema, getSchemaPath, loadSwagger } from '../openapi/late-decorators.js';
import { pageOf } from '../pagination/page-of.js';
import { PageQuery } from '../pagination/page-query.js';
import { Choice, Custom, Flag, NestedList, NestedObject, Nullable, Optional, Text, TextList, WebAddress, WholeNumber } from './body-fields.js';
import { PatchOf } from './patch-of.js';
import { QueryChoice, QueryFlag, QueryList, QueryText } from './query-fields.js';

class PlaceDto {
  @Text({ min: 1, max: 20 })
  space: string;
}

class MarkdownBodyDto {
  @Text({ max: 100 })
  markdown: string;
}

@ApiExtraModels(MarkdownBodyDto)
class CreateThingDto {
  @Text({ min: 1, max: 50, description: 'Shown in lists.' })
  title: string;

  @Optional()
  @Nullable()
  @Text({ max: 10, pattern: /^[a-z]*$/ })
  icon?: string | null;

  @Choice(['read', 'edit'], { name: 'Role' })
  role: string;

  @Choice(['read', 'edit'], { name: 'Role' })
  @Nullable()
  @Optional()
  guestRole?: string | null;

  @Optional()
  @Flag()
  listed?: boolean;

  @Optional()
  @WholeNumber({ min: 1, max: 9 })
  size?: number;

  @Optional()
  @TextList({ maxItems: 3, min: 1, max: 4 })
  tags?: string[];

  @Optional()
  @WebAddress({ max: 2048 })
  logo?: string;

  @NestedObject(() => PlaceDto)
  place: PlaceDto;

  @Optional()
  @Nullable()
  @NestedObject(() => PlaceDto, { description: 'Where else.' })
  otherPlace?: PlaceDto | null;

  @Optional()
  @NestedList(() => PlaceDto, { maxItems: 5 })
  places?: PlaceDto[];

  @Custom({ schema: { oneOf: [{ $ref: getSchemaPath(MarkdownBodyDto) }, { type: 'string', enum: ['empty'] }] }, check: () => [] })
  body: unknown;

  @Nullable()
  @Custom({ schema: { oneOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string', enum: ['sample'] }] }, check: () => [] })
  spaces: unknown;

  @Optional()
  @Custom({ schema: { type: 'object', required: ['a'], properties: { a: { type: 'string' } }, additionalProperties: false }, check: () => [] })
  map?: unknown;
}

class UpdateThingDto extends PatchOf(CreateThingDto) {}

@ApiSchema({ name: 'Thing' })
class ThingDto {
  @ApiProperty()
  id: string;
}

class ListThingsQuery extends PageQuery {
  @QueryFlag({ default: true })
  nested: boolean;

  @QueryText({ max: 512, required: true })
  query: string;

  @QueryChoice(['asc', 'desc'], { default: 'desc' })
  order: string;

  @QueryList({ max: 40 })
  authors?: string[];
}

@Controller('things')
class ThingsController {
  @Get()
  @ApiOkResponse({ type: pageOf(ThingDto) })
  list(@Query() query: ListThingsQuery): unknown {
    return query;
  }

  @Post()
  create(@Body() body: CreateThingDto): unknown {
    return body;
  }

  @Post('update')
  update(@Body() body: UpdateThingDto): unknown {
    return body;
  }
}

@Module({ controllers: [ThingsController] })
class ThingsModule {}

describe('the OpenAPI document', () => {
  let document: OpenAPIObject;

  beforeAll(async () => {
    const app = (await Test.createTestingModule({ imports: [ThingsModule] }).compile()).createNestApplication({ logger: false });
    const { DocumentBuilder, SwaggerModule } = await loadSwagger();
    document = SwaggerModule.createDocument(app, new DocumentBuilder().build());
    await app.close();
  });

  const schema = (name: string): unknown => document.components?.schemas?.[name];

  it('has the fields of a body', () => {
    expect(schema('CreateThingDto')).toEqual({
      type: 'object',
      properties: {
        title: { type: 'string', minLength: 1, maxLength: 50, description: 'Shown in lists.' },
        icon: { type: 'string', maxLength: 10, pattern: '^[a-z]*$', nullable: true },
        role: { allOf: [{ $ref: '#/components/schemas/Role' }] },
        guestRole: { type: 'string', enum: ['read', 'edit', null], nullable: true },
        listed: { type: 'boolean' },
        size: { type: 'integer', minimum: 1, maximum: 9 },
        tags: { type: 'array', maxItems: 3, items: { type: 'string', minLength: 1, maxLength: 4 } },
        logo: { type: 'string', format: 'uri', maxLength: 2048 },
        place: { $ref: '#/components/schemas/PlaceDto' },
        otherPlace: {
          description: 'Where else.',
          oneOf: [{ $ref: '#/components/schemas/PlaceDto' }, { type: 'string', nullable: true, enum: [null] }],
        },
        places: { type: 'array', maxItems: 5, items: { $ref: '#/components/schemas/PlaceDto' } },
        body: { oneOf: [{ $ref: '#/components/schemas/MarkdownBodyDto' }, { type: 'string', enum: ['empty'] }] },
        spaces: {
          oneOf: [
            { type: 'array', items: { type: 'string' } },
            { type: 'string', enum: ['sample'] },
            { type: 'string', nullable: true, enum: [null] },
          ],
        },
        map: { allOf: [{ type: 'object', required: ['a'], properties: { a: { type: 'string' } }, additionalProperties: false }] },
      },
      required: ['title', 'role', 'place', 'body', 'spaces'],
    });
    expect(schema('Role')).toEqual({ type: 'string', enum: ['read', 'edit'] });
    expect(schema('PlaceDto')).toMatchObject({ required: ['space'] });
    expect(schema('MarkdownBodyDto')).toMatchObject({ required: ['markdown'] });
  });

  it('has the same fields for a patch, none of them required', () => {
    const { properties } = schema('CreateThingDto') as { properties: object };
    expect(schema('UpdateThingDto')).toEqual({ type: 'object', properties });
  });

  it('has the parameters of a query, with its base class', () => {
    const parameters = document.paths['/things']?.get?.parameters;
    expect(parameters).toEqual([
      expect.objectContaining({ name: 'page', in: 'query', required: false, schema: { type: 'string', minLength: 1, maxLength: 8192 } }),
      expect.objectContaining({ name: 'limit', required: false, schema: { type: 'integer', minimum: 1, maximum: 1000, default: 50 } }),
      { name: 'nested', in: 'query', required: false, schema: { type: 'boolean', default: true } },
      { name: 'query', in: 'query', required: true, schema: { type: 'string', maxLength: 512 } },
      { name: 'order', in: 'query', required: false, schema: { type: 'string', enum: ['asc', 'desc'], default: 'desc' } },
      {
        name: 'authors',
        in: 'query',
        required: false,
        style: 'form',
        explode: true,
        schema: { type: 'array', maxItems: 1000, items: { type: 'string', maxLength: 40 } },
      },
    ]);
  });

  it('has the envelope of a list, named by its items', () => {
    expect(pageOf(ThingDto)).toBe(pageOf(ThingDto));
    expect(schema('ThingList')).toEqual({
      type: 'object',
      properties: {
        next: { description: expect.any(String), allOf: [{ $ref: '#/components/schemas/NextPage' }] },
        count: { type: 'integer', minimum: 0, description: expect.any(String) },
        items: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
      },
      required: ['count', 'items'],
    });
    expect(schema('NextPage')).toMatchObject({ required: ['page'] });
  });
});
