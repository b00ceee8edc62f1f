import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { Cursors, cursorScope } from '../../kernel/pagination/cursors.js';
import { type KeysetColumn, keysetPage } from '../../kernel/pagination/keyset.js';
import { readPage } from '../../kernel/pagination/list.js';
import type { Page } from '../../kernel/pagination/page.js';
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
    const specs = this.db.repo(OpenApiSpecEntity).createQueryBuilder('spec').where('spec.organization_id = :organizationId', { organizationId });
    return readPage(this.cursors, query, {
      scope: cursorScope('openapi-specs', { organization: organizationId }),
      order: SPEC_ORDER,
      find: (stretch) => keysetPage(specs, SPEC_ORDER, stretch).getMany(),
      count: () => specs.getCount(),
      positionOf: (spec) => [spec.createdAt.toISOString(), spec.id],
      present: (spec) => this.specs.present(spec),
    });
  }

  async listVersions(actor: Actor, organizationId: string, slug: string, query: PageQuery): Promise<Page<OpenApiVersionDto>> {
    const spec = await this.access.load(actor, organizationId, slug, 'view');
    const versions = this.db.repo(OpenApiVersionEntity).createQueryBuilder('version').where('version.spec_id = :specId', { specId: spec.id });
    return readPage(this.cursors, query, {
      scope: cursorScope('openapi-versions', { spec: spec.id }),
      order: VERSION_ORDER,
      find: (stretch) => keysetPage(versions, VERSION_ORDER, stretch).getMany(),
      count: () => versions.getCount(),
      positionOf: (version) => [version.number],
      present: (version) => this.versions.present(spec, version),
    });
  }
}
