import { Injectable } from '@nestjs/common';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { type CursorValue, type KeysetColumn, keysetPage } from '../../kernel/pagination/keyset.js';
import { type Page, toPage } from '../../kernel/pagination/page.js';
import type { PageQuery } from '../../kernel/pagination/page-query.js';
import type { OpenApiSpecDto } from './dto/openapi-spec.dto.js';
import type { OpenApiVersionDto } from './dto/openapi-version.dto.js';
import { OpenApiSpecAccess } from './openapi-spec.access.js';
import { OpenApiSpecEntity } from './openapi-spec.entity.js';
import { OpenApiSpecPresenter } from './openapi-spec.presenter.js';
import { OpenApiVersionEntity } from './openapi-version.entity.js';
import { OpenApiVersionPresenter } from './openapi-version.presenter.js';

/** By creation, oldest first. */
const SPEC_ORDER: readonly KeysetColumn[] = [
  { sql: 'spec.created_at', direction: 'asc' },
  { sql: 'spec.id', direction: 'asc' },
];
/** In the order of their sources, which is that of their creation. */
const VERSION_ORDER: readonly KeysetColumn[] = [{ sql: 'version.number', direction: 'asc', kind: 'number' }];

interface List<Entity extends ObjectLiteral, Item> {
  /** What its cursors belong to. */
  readonly scope: string;
  readonly query: SelectQueryBuilder<Entity>;
  readonly order: readonly KeysetColumn[];
  readonly positionOf: (entity: Entity) => CursorValue[];
  readonly present: (entity: Entity) => Item;
}

/** Lists of specs and of their versions. */
@Injectable()
export class OpenApiLists {
  constructor(
    private readonly db: Database,
    private readonly access: OpenApiSpecAccess,
    private readonly specs: OpenApiSpecPresenter,
    private readonly versions: OpenApiVersionPresenter,
    private readonly cursors: Cursors,
  ) {}

  async listSpecs(actor: Actor, organizationId: string, query: PageQuery): Promise<Page<OpenApiSpecDto>> {
    await this.access.requireInOrganization(actor, organizationId, 'view');
    const list = {
      scope: cursorScope('openapi-specs', { organization: organizationId }),
      query: this.db.repo(OpenApiSpecEntity).createQueryBuilder('spec').where('spec.organization_id = :organizationId', { organizationId }),
      order: SPEC_ORDER,
      positionOf: (spec: OpenApiSpecEntity) => [spec.createdAt.toISOString(), spec.id],
      present: (spec: OpenApiSpecEntity) => this.specs.present(spec),
    };
    return this.page(list, query);
  }

  async listVersions(actor: Actor, organizationId: string, slug: string, query: PageQuery): Promise<Page<OpenApiVersionDto>> {
    const spec = await this.access.load(actor, organizationId, slug, 'view');
    const list = {
      scope: cursorScope('openapi-versions', { spec: spec.id }),
      query: this.db.repo(OpenApiVersionEntity).createQueryBuilder('version').where('version.spec_id = :specId', { specId: spec.id }),
      order: VERSION_ORDER,
      positionOf: (version: OpenApiVersionEntity) => [version.number],
      present: (version: OpenApiVersionEntity) => this.versions.present(spec, version),
    };
    return this.page(list, query);
  }

  private async page<Entity extends ObjectLiteral, Item>(list: List<Entity, Item>, { page, limit }: PageQuery): Promise<Page<Item>> {
    const { scope, query, order, positionOf, present } = list;
    const after = this.cursors.decode(scope, page, order);
    const [rows, count] = await Promise.all([keysetPage(query.clone(), order, { after, limit }).getMany(), query.getCount()]);
    return toPage({ rows, limit, count, cursorOf: (row) => this.cursors.encode(scope, positionOf(row)), present });
  }
}
