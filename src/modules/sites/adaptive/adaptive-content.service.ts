import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Clock } from '../../../kernel/clock/clock.js';
import { Database } from '../../../kernel/database/database.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { TaggedAnswer } from '../../../kernel/http/answer.js';
import type { SiteAdaptiveSchemaDto, TemplateConditionsDto, UpdateSiteAdaptiveSchemaDto } from '../dto/adaptive-schema.dto.js';
import { lockSite } from '../read-site.js';
import { SiteAccess } from '../site.access.js';
import { AdaptiveSchemaEntity } from './adaptive-schema.entity.js';
import { templateConditions } from './template-conditions.js';

/** What a site may know of its visitors. */
@Injectable()
export class AdaptiveContentService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: SiteAccess,
  ) {}

  async get(actor: Actor, organizationId: string, siteId: string): Promise<TaggedAnswer> {
    return new TaggedAnswer(present(await this.load(actor, organizationId, siteId)));
  }

  async listTemplates(actor: Actor, organizationId: string, siteId: string): Promise<TaggedAnswer> {
    const { jsonSchema } = await this.load(actor, organizationId, siteId);
    return new TaggedAnswer({ items: templateConditions(jsonSchema) } satisfies TemplateConditionsDto);
  }

  /** In place of the one that is there. Conditions that are there already stay, also where they name a claim that is gone. */
  async replace(actor: Actor, organizationId: string, siteId: string, { jsonSchema }: UpdateSiteAdaptiveSchemaDto): Promise<SiteAdaptiveSchemaDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    return this.db.transaction(async () => {
      await lockSite(this.db, site);
      const schemas = this.db.repo(AdaptiveSchemaEntity);
      const known = await schemas.findOneBy({ siteId: site.id });
      if (known !== null && isDeepStrictEqual(known.jsonSchema, jsonSchema)) return present(known);
      const schema = { siteId: site.id, jsonSchema, updatedAt: this.clock.now() };
      await schemas.save(schema);
      return present(schema);
    });
  }

  private async load(actor: Actor, organizationId: string, siteId: string): Promise<AdaptiveSchemaEntity> {
    const site = await this.access.load(actor, organizationId, siteId, 'view');
    const schema = await this.db.repo(AdaptiveSchemaEntity).findOneBy({ siteId: site.id });
    if (schema === null) throw new NotFoundError('This site has no adaptive schema.');
    return schema;
  }
}

function present({ jsonSchema, updatedAt }: AdaptiveSchemaEntity): SiteAdaptiveSchemaDto {
  return { object: 'site-adaptive-schema', jsonSchema, updatedAt: updatedAt.toISOString() };
}
