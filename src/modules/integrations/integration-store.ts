import { Injectable } from '@nestjs/common';
import { noteAct } from '../../kernel/audit/act.js';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { requireOne } from '../../kernel/errors/database-errors.js';
import { type FieldFault, ForbiddenError } from '../../kernel/errors/errors.js';
import { RightsCaches } from '../../kernel/permissions/rights-caches.js';
import { badInput } from '../../kernel/validation/faults.js';
import type { PublishIntegrationDto } from './dto/publish-integration.dto.js';
import { IntegrationImages } from './integration-images.js';
import { type NewVersion, publishVersion } from './integration-rows.js';
import { IntegrationSecrets } from './integration-secrets.js';
import { NO_INTEGRATION } from './integration.access.js';
import { IntegrationEntity } from './integration.entity.js';

export type Publication = Omit<PublishIntegrationDto, 'organization'>;

/** Integrations, without regard to any caller. */
@Injectable()
export class IntegrationStore {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly images: IntegrationImages,
    private readonly secrets: IntegrationSecrets,
    private readonly rights: RightsCaches,
  ) {}

  /** Makes the integration, or gives it its next version. @throws BadInputError, ForbiddenError when another organization has the name */
  async publish(organizationId: string, name: string, publication: Publication): Promise<IntegrationEntity> {
    const faults = [...repeatedIds(publication.blocks, 'blocks'), ...repeatedIds(publication.contentSources, 'contentSources')];
    if (faults.length > 0) throw badInput(faults);
    noteAct({ organizationId });
    await this.requireFree(name, organizationId);
    const images = await this.images.keep(publication);
    const now = this.clock.now();
    return this.db.transaction(async () => {
      const secrets = await this.secrets.seal(name, publication.secrets ?? {});
      const published = await publishVersion(this.db, { ...versionOf(publication), ...images, name, organizationId, createdAt: now, updatedAt: now });
      if (published === undefined) throw nameTaken();
      await this.secrets.write(name, secrets);
      if (published.visibility === 'private') await this.withdraw(published);
      this.rights.changed(); // what tokens of its installations may do
      return published;
    });
  }

  /** With its installations. @throws NotFoundError */
  async unpublish(name: string): Promise<void> {
    await this.db.transaction(async () => {
      requireOne(await this.db.repo(IntegrationEntity).delete({ name }), NO_INTEGRATION);
      this.rights.changed();
    });
  }

  /** Ends the installations in other organizations. */
  private async withdraw({ name, organizationId }: IntegrationEntity): Promise<void> {
    await this.db.query('DELETE FROM integration_installations WHERE integration_name = $1 AND organization_id <> $2', [name, organizationId]);
  }

  /** Saves the work on pictures; the database decides. */
  private async requireFree(name: string, organizationId: string): Promise<void> {
    const known = await this.db.repo(IntegrationEntity).findOneBy({ name });
    if (known !== null && known.organizationId !== organizationId) throw nameTaken();
  }
}

function nameTaken(): ForbiddenError {
  return new ForbiddenError('Another organization has published an integration of this name: you lack the right "admin" on it.');
}

/** What a publication says; what it leaves out takes its default, also in a further version. */
function versionOf(publication: Publication): Omit<NewVersion, 'name' | 'organizationId' | 'icon' | 'previewImages' | 'createdAt' | 'updatedAt'> {
  return {
    title: publication.title,
    description: publication.description,
    script: publication.script,
    summary: publication.summary ?? null,
    runtime: publication.runtime ?? 'v1',
    visibility: publication.visibility ?? 'private',
    target: publication.target ?? 'all',
    scopes: publication.scopes ?? [],
    categories: publication.categories ?? [],
    blocks: publication.blocks ?? [],
    contentSources: publication.contentSources ?? [],
    externalLinks: publication.externalLinks ?? [],
    configurations: publication.configurations ?? null,
    contentSecurityPolicy: publication.contentSecurityPolicy ?? null,
  };
}

function repeatedIds(parts: readonly { readonly id: string }[] = [], path: string): FieldFault[] {
  const first = new Map<string, number>();
  return parts.flatMap(({ id }, index) => {
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, index);
    return earlier === undefined ? [] : [{ field: `${path}.${String(index)}.id`, message: `repeats ${path}.${String(earlier)}.id` }];
  });
}
