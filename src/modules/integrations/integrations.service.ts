import { Injectable } from '@nestjs/common';
import { noteAct } from '../../kernel/audit/act.js';
import type { Actor } from '../../kernel/auth/actor.js';
import { Clock } from '../../kernel/clock/clock.js';
import { Database } from '../../kernel/database/database.js';
import { BadInputError, type FieldFault, ForbiddenError, NotFoundError } from '../../kernel/errors/errors.js';
import { RightsCaches } from '../../kernel/permissions/rights-caches.js';
import { badInput } from '../../kernel/validation/faults.js';
import { OrganizationAccess } from '../organizations/organization.access.js';
import { OrganizationEntity } from '../organizations/organization.entity.js';
import type { IntegrationDto } from './dto/integration.dto.js';
import type { PublishIntegrationDto } from './dto/publish-integration.dto.js';
import { IntegrationImages } from './integration-images.js';
import { type NewVersion, publishVersion } from './integration-rows.js';
import { IntegrationSecrets } from './integration-secrets.js';
import { isIntegrationName } from './integration-values.js';
import { IntegrationAccess } from './integration.access.js';
import { IntegrationEntity } from './integration.entity.js';
import { IntegrationPresenter } from './integration.presenter.js';

/** Reads, publishes and unpublishes integrations. */
@Injectable()
export class IntegrationsService {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly access: IntegrationAccess,
    private readonly organizations: OrganizationAccess,
    private readonly images: IntegrationImages,
    private readonly secrets: IntegrationSecrets,
    private readonly presenter: IntegrationPresenter,
    private readonly rights: RightsCaches,
  ) {}

  async get(actor: Actor, name: string): Promise<IntegrationDto> {
    return this.presenter.present(await this.access.load(actor, name, 'view'));
  }

  /** @throws NotFoundError and ForbiddenError for the organization, ForbiddenError when another one has the name */
  async publish(actor: Actor, name: string, body: PublishIntegrationDto): Promise<IntegrationDto> {
    if (!isIntegrationName(name)) throw BadInputError.ofField('integrationName', NAME_FAULT);
    const owner = await this.organizations.load(actor, await this.organizationId(body.organization), 'admin');
    return this.presenter.present(await this.publishFor(owner.id, name, body));
  }

  /** Without regard to any caller. @throws ForbiddenError when another organization has the name */
  async publishFor(organizationId: string, name: string, body: Omit<PublishIntegrationDto, 'organization'>): Promise<IntegrationEntity> {
    const faults = [...repeatedIds(body.blocks, 'blocks'), ...repeatedIds(body.contentSources, 'contentSources')];
    if (faults.length > 0) throw badInput(faults);
    noteAct({ organizationId });
    await this.requireFree(name, organizationId);
    const images = await this.images.keep(body);
    const now = this.clock.now();
    return this.db.transaction(async () => {
      const secrets = await this.secrets.seal(name, body.secrets ?? {});
      const published = await publishVersion(this.db, { ...versionOf(body), ...images, name, organizationId, createdAt: now, updatedAt: now });
      if (published === undefined) throw nameTaken();
      await this.secrets.write(name, secrets);
      if (published.visibility === 'private') await this.withdraw(published);
      this.rights.changed(); // what tokens of its installations may do
      return published;
    });
  }

  /** Ends its installations, too. */
  async unpublish(actor: Actor, name: string): Promise<void> {
    await this.access.load(actor, name, 'admin');
    await this.db.transaction(async () => {
      const { affected } = await this.db.repo(IntegrationEntity).delete({ name });
      if (affected !== 1) throw new NotFoundError('There is no such integration.');
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

  /** Of what a client calls an organization: its id, or its host name. */
  private async organizationId(idOrHostname: string): Promise<string> {
    const named = await this.db.repo(OrganizationEntity).findOneBy({ hostname: idOrHostname });
    return named?.id ?? idOrHostname;
  }
}

const NAME_FAULT = 'must be 1 to 100 letters, digits, hyphens, underscores and dots, and not only a dot or two';

function nameTaken(): ForbiddenError {
  return new ForbiddenError('Another organization has published an integration of this name: you lack the right "admin" on it.');
}

/** What a publication says; what it leaves out takes its default, also in a further version. */
function versionOf(body: Omit<PublishIntegrationDto, 'organization'>): Omit<NewVersion, 'name' | 'organizationId' | 'icon' | 'previewImages' | 'createdAt' | 'updatedAt'> {
  return {
    title: body.title,
    description: body.description,
    script: body.script,
    summary: body.summary ?? null,
    runtime: body.runtime ?? 'v1',
    visibility: body.visibility ?? 'private',
    target: body.target ?? 'all',
    scopes: body.scopes ?? [],
    categories: body.categories ?? [],
    blocks: body.blocks ?? [],
    contentSources: body.contentSources ?? [],
    externalLinks: body.externalLinks ?? [],
    configurations: body.configurations ?? null,
    contentSecurityPolicy: body.contentSecurityPolicy ?? null,
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
