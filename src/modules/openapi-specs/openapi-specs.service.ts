import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { Database } from '../../kernel/database/database.js';
import { requireOne } from '../../kernel/errors/database-errors.js';
import { BadInputError, ConflictError } from '../../kernel/errors/errors.js';
import { textFault } from '../../kernel/validation/text-check.js';
import { OrganizationAccess } from '../organizations/organization.access.js';
import type { OpenApiSpecDto } from './dto/openapi-spec.dto.js';
import type { CreateOpenApiSpecDto, SetOpenApiSpecDto } from './dto/openapi-spec-requests.dto.js';
import { NO_SPEC, OpenApiSpecAccess } from './openapi-spec.access.js';
import { OpenApiSpecEntity } from './openapi-spec.entity.js';
import { OpenApiSpecPresenter } from './openapi-spec.presenter.js';
import { SLUG } from './slug.js';
import { SpecProcessing } from './spec-processing.service.js';
import { SpecStore } from './spec-store.js';

@Injectable()
export class OpenApiSpecsService {
  constructor(
    private readonly db: Database,
    private readonly access: OpenApiSpecAccess,
    private readonly organizations: OrganizationAccess,
    private readonly presenter: OpenApiSpecPresenter,
    private readonly store: SpecStore,
    private readonly processing: SpecProcessing,
  ) {}

  async get(actor: Actor, organizationId: string, slug: string): Promise<OpenApiSpecDto> {
    return this.presenter.present(await this.access.load(actor, organizationId, slug, 'view'));
  }

  /** @throws ConflictError when the slug is taken */
  async create(actor: Actor, organizationId: string, { slug, source }: CreateOpenApiSpecDto): Promise<OpenApiSpecDto> {
    await this.organizations.require(actor, organizationId, 'createOpenAPISpec');
    const spec = await this.db.transaction(async () => {
      const added = await this.store.add({ organizationId, slug, sourceUrl: source.url ?? null });
      if (added === undefined) throw new ConflictError(`slug: "${slug}" is taken; PUT sets the source of the spec that is there.`);
      await this.processing.request(added.set, source);
      return added.spec;
    });
    return this.presenter.present(spec);
  }

  /** Creates the spec where there is none. */
  async set(actor: Actor, organizationId: string, slug: string, { source }: SetOpenApiSpecDto): Promise<OpenApiSpecDto> {
    await this.organizations.require(actor, organizationId, 'createOpenAPISpec');
    const fault = textFault(slug, SLUG);
    if (fault !== undefined) throw BadInputError.ofField('specSlug', fault);
    const spec = await this.db.transaction(async () => {
      const set = await this.store.set({ organizationId, slug, sourceUrl: source.url ?? null });
      await this.processing.request(set.set, source);
      return set.spec;
    });
    return this.presenter.present(spec);
  }

  async delete(actor: Actor, organizationId: string, slug: string): Promise<void> {
    const { id } = await this.access.load(actor, organizationId, slug, 'edit');
    await this.db.transaction(async () => {
      requireOne(await this.db.repo(OpenApiSpecEntity).delete({ id }), NO_SPEC);
    });
  }
}
