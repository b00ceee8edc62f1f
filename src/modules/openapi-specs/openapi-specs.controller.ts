import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../../kernel/auth/actor.js';
import type { WrittenAnswer } from '../../kernel/http/answer.js';
import { Operation } from '../../kernel/openapi/operation.js';
import { PageQuery } from '../../kernel/pagination/page-query.js';
import { OpenApiSpecDto, OpenApiSpecListDto } from './dto/openapi-spec.dto.js';
import { CreateOpenApiSpecDto, SetOpenApiSpecDto } from './dto/openapi-spec-requests.dto.js';
import { OpenApiContentDto, OpenApiVersionDto, OpenApiVersionListDto } from './dto/openapi-version.dto.js';
import { OpenApiLists } from './openapi-lists.js';
import { OpenApiSpecsService } from './openapi-specs.service.js';
import { OpenApiVersionsService } from './openapi-versions.service.js';

const SECTION = 'OpenAPI specs and versions';
const READ_LATER = 'The source is read after the answer: `processingState` goes from `pending` over `progress` to `complete`.';

@Controller('v1/orgs/:organizationId/openapi')
export class OpenApiSpecsController {
  constructor(
    private readonly specs: OpenApiSpecsService,
    private readonly versions: OpenApiVersionsService,
    private readonly lists: OpenApiLists,
  ) {}

  @Operation({ id: 'listOpenAPISpecs', section: SECTION, summary: 'List the OpenAPI specs of an organization', answer: OpenApiSpecListDto })
  @Get()
  list(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Query() query: PageQuery): Promise<OpenApiSpecListDto> {
    return this.lists.listSpecs(actor, organizationId, query);
  }

  @Operation({
    id: 'createOpenAPISpec',
    section: SECTION,
    summary: 'Create an OpenAPI spec',
    description: READ_LATER,
    status: 201,
    answer: OpenApiSpecDto,
    errors: [409, 413, 415],
  })
  @Post()
  create(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Body() body: CreateOpenApiSpecDto): Promise<OpenApiSpecDto> {
    return this.specs.create(actor, organizationId, body);
  }

  @Operation({ id: 'getOpenAPISpecBySlug', section: SECTION, summary: 'Get an OpenAPI spec', answer: OpenApiSpecDto })
  @Get(':specSlug')
  get(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('specSlug') specSlug: string): Promise<OpenApiSpecDto> {
    return this.specs.get(actor, organizationId, specSlug);
  }

  @Operation({
    id: 'createOrUpdateOpenAPISpecBySlug',
    section: SECTION,
    summary: 'Create or update an OpenAPI spec',
    description: `Makes the spec where there is none. An address is fetched anew each time, also when it is the same. ${READ_LATER}`,
    answer: OpenApiSpecDto,
    errors: [409, 413, 415],
  })
  @Put(':specSlug')
  set(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('specSlug') specSlug: string,
    @Body() body: SetOpenApiSpecDto,
  ): Promise<OpenApiSpecDto> {
    return this.specs.set(actor, organizationId, specSlug, body);
  }

  @Operation({ id: 'deleteOpenAPISpecBySlug', section: SECTION, summary: 'Delete an OpenAPI spec', description: 'Its versions go with it.', status: 205 })
  @Delete(':specSlug')
  delete(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('specSlug') specSlug: string): Promise<void> {
    return this.specs.delete(actor, organizationId, specSlug);
  }

  @Operation({ id: 'listOpenAPISpecVersions', section: SECTION, summary: 'List the versions of an OpenAPI spec', answer: OpenApiVersionListDto })
  @Get(':specSlug/versions')
  listVersions(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('specSlug') specSlug: string,
    @Query() query: PageQuery,
  ): Promise<OpenApiVersionListDto> {
    return this.lists.listVersions(actor, organizationId, specSlug, query);
  }

  @Operation({ id: 'getLatestOpenAPISpecVersion', section: SECTION, summary: 'Get the latest version of an OpenAPI spec', answer: OpenApiVersionDto })
  @Get(':specSlug/versions/latest')
  getLatest(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('specSlug') specSlug: string): Promise<OpenApiVersionDto> {
    return this.versions.getLatest(actor, organizationId, specSlug);
  }

  @Operation({ id: 'getLatestOpenAPISpecVersionContent', section: SECTION, summary: 'Get the content of the latest version', answer: OpenApiContentDto })
  @Get(':specSlug/versions/latest/content')
  getLatestContent(@CurrentActor() actor: Actor, @Param('organizationId') organizationId: string, @Param('specSlug') specSlug: string): Promise<WrittenAnswer> {
    return this.versions.getLatestContent(actor, organizationId, specSlug);
  }

  @Operation({ id: 'getOpenAPISpecVersionById', section: SECTION, summary: 'Get a version of an OpenAPI spec', answer: OpenApiVersionDto })
  @Get(':specSlug/versions/:versionId')
  getVersion(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('specSlug') specSlug: string,
    @Param('versionId') versionId: string,
  ): Promise<OpenApiVersionDto> {
    return this.versions.get(actor, organizationId, specSlug, versionId);
  }

  @Operation({ id: 'getOpenAPISpecVersionContentById', section: SECTION, summary: 'Get the content of a version', answer: OpenApiContentDto })
  @Get(':specSlug/versions/:versionId/content')
  getContent(
    @CurrentActor() actor: Actor,
    @Param('organizationId') organizationId: string,
    @Param('specSlug') specSlug: string,
    @Param('versionId') versionId: string,
  ): Promise<WrittenAnswer> {
    return this.versions.getContent(actor, organizationId, specSlug, versionId);
  }
}
