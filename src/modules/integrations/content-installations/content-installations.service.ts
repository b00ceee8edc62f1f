import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { Database } from '../../../kernel/database/database.js';
import { BadInputError, ConflictError } from '../../../kernel/errors/errors.js';
import { Cursors, cursorScope } from '../../../kernel/pagination/cursors.js';
import { readPage } from '../../../kernel/pagination/list.js';
import type { Page } from '../../../kernel/pagination/page.js';
import { badInput } from '../../../kernel/validation/faults.js';
import { shorten } from '../../../kernel/validation/text.js';
import type { AllContentInstallationsQuery, ContentInstallationListQuery } from '../dto/content-installation.dto.js';
import type { UpdateContentInstallationDto } from '../dto/installation-requests.dto.js';
import { IntegrationAccess } from '../integration.access.js';
import type { IntegrationEntity } from '../integration.entity.js';
import type { ContentKind } from '../integration-values.js';
import { configurationFaults } from '../installations/configuration-check.js';
import { InstallationAccess } from '../installations/installation.access.js';
import {
  ALL_CONTENT_ORDER,
  CONTENT_ORDER,
  countAllContentInstallations,
  countContentInstallations,
  findAllContentInstallations,
  findContentInstallations,
  holdInOrganization,
  type ReadContentInstallation,
} from './content-installation-rows.js';
import { ContentInstallationStore, type OpenContentInstallation } from './content-installation-store.js';

/** An installation in a space or site, with its integration. */
export interface Installed {
  readonly integration: IntegrationEntity;
  readonly content: OpenContentInstallation;
}

/** Where the address of an operation says that it works. */
export interface Addressed {
  readonly integrationName: string;
  readonly installationId: string;
}

/** In which spaces and sites integrations are installed. */
@Injectable()
export class ContentInstallationsService {
  constructor(
    private readonly db: Database,
    private readonly integrations: IntegrationAccess,
    private readonly access: InstallationAccess,
    private readonly store: ContentInstallationStore,
    private readonly cursors: Cursors,
  ) {}

  /** Of one installation, by the age of the spaces or sites. */
  async list<Item>(actor: Actor, kind: ContentKind, at: Addressed, query: ContentInstallationListQuery, present: (installed: Installed) => Item): Promise<Page<Item>> {
    const { integration, installation } = await this.access.load(actor, at.integrationName, at.installationId, 'view');
    return readPage(this.cursors, query, {
      scope: cursorScope(`${kind}-installations`, { installation: installation.id }),
      order: CONTENT_ORDER,
      find: async (stretch) => this.openAll(await findContentInstallations(this.db, kind, installation, stretch)),
      count: () => countContentInstallations(this.db, kind, installation),
      positionOf: ({ targetId }) => [targetId],
      present: (content) => present({ integration, content }),
    });
  }

  /** Of all installations, for members of the owner. */
  async listAll<Item>(actor: Actor, kind: ContentKind, integrationName: string, query: AllContentInstallationsQuery, present: (installed: Installed) => Item): Promise<Page<Item>> {
    const { externalId } = query;
    const integration = await this.integrations.load(actor, integrationName, 'listInstallations');
    const filter = { integrationName, externalId };
    return readPage(this.cursors, query, {
      scope: cursorScope(`all-${kind}-installations`, { integration: integrationName, externalId }),
      order: ALL_CONTENT_ORDER,
      find: async (stretch) => this.openAll(await findAllContentInstallations(this.db, kind, filter, stretch)),
      count: () => countAllContentInstallations(this.db, kind, filter),
      positionOf: ({ installationId, targetId }) => [installationId, targetId],
      present: (content) => present({ integration, content }),
    });
  }

  /** @throws BadInputError for what isn't in the organization, ConflictError when it is there already or the integration isn't made for it */
  async install(actor: Actor, kind: ContentKind, at: Addressed, field: string, targetId: string): Promise<Installed> {
    const { integration, installation } = await this.access.load(actor, at.integrationName, at.installationId, 'admin');
    requireTarget(integration, kind);
    const installed = await this.db.transaction(async () => {
      if (!(await holdInOrganization(this.db, kind, installation.organizationId, targetId))) throw BadInputError.ofField(field, `${shorten(targetId)} is no ${kind} of this organization`);
      return this.store.install(kind, installation, targetId);
    });
    return this.opened(integration, installed);
  }

  async get(actor: Actor, kind: ContentKind, at: Addressed, targetId: string): Promise<Installed> {
    const { integration, installation } = await this.access.load(actor, at.integrationName, at.installationId, 'view');
    return this.opened(integration, await this.store.get(kind, installation, targetId));
  }

  /** @throws BadInputError for a configuration that the integration doesn't take */
  async update(actor: Actor, kind: ContentKind, at: Addressed, targetId: string, { externalIds, configuration }: UpdateContentInstallationDto): Promise<Installed> {
    const { integration, installation } = await this.access.load(actor, at.integrationName, at.installationId, 'edit');
    const content = await this.store.open(await this.store.get(kind, installation, targetId));
    const faults = configurationFaults(integration.configurations?.[kind], configuration ?? {}, 'configuration');
    if (faults.length > 0) throw badInput(faults);
    return this.opened(integration, await this.store.update(kind, installation, content, { externalIds, configuration }));
  }

  async uninstall(actor: Actor, kind: ContentKind, at: Addressed, targetId: string): Promise<void> {
    const { installation } = await this.access.load(actor, at.integrationName, at.installationId, 'admin');
    await this.store.uninstall(kind, installation, targetId);
  }

  private async opened(integration: IntegrationEntity, content: ReadContentInstallation): Promise<Installed> {
    return { integration, content: await this.store.open(content) };
  }

  private openAll(rows: readonly ReadContentInstallation[]): Promise<OpenContentInstallation[]> {
    return Promise.all(rows.map((row) => this.store.open(row)));
  }
}

/** @throws ConflictError */
export function requireTarget({ target }: Pick<IntegrationEntity, 'target'>, kind: ContentKind): void {
  if (target !== 'all' && target !== kind) throw new ConflictError(`The integration isn't for ${kind}s: its target is "${target}".`);
}
