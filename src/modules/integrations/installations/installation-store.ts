import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock/clock.js';
import { Database } from '../../../kernel/database/database.js';
import { requireOne } from '../../../kernel/errors/database-errors.js';
import { ConflictError, ForbiddenError, NotFoundError } from '../../../kernel/errors/errors.js';
import { newId } from '../../../kernel/ids/id.js';
import { RightsCaches } from '../../../kernel/permissions/rights-caches.js';
import { patch } from '../../../kernel/validation/patch.js';
import type { IntegrationScope, IntegrationVisibility } from '../integration-values.js';
import { NO_INTEGRATION } from '../integration.access.js';
import { Configurations } from './configurations.js';
import { NO_INSTALLATION } from './installation.access.js';
import { InstallationEntity } from './installation.entity.js';
import type { OpenInstallation } from './installation.presenter.js';
import { findInstallation, insertInstallation, type ReadInstallation } from './installation-rows.js';

export type NewInstallation = Pick<InstallationEntity, 'integrationName' | 'organizationId'> & {
  /** Id of the user who agrees to what the integration may do. */
  readonly installedBy?: string;
} & InstallationChanges;

const CHANGEABLE = ['externalIds', 'configuration', 'spaceSelection', 'siteSelection'] as const;

export type InstallationChanges = Partial<Pick<OpenInstallation, (typeof CHANGEABLE)[number]>>;

/** Installations of integrations in organizations, without regard to any caller. */
@Injectable()
export class InstallationStore {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly rights: RightsCaches,
    private readonly configurations: Configurations,
  ) {}

  /** @throws ConflictError when it is there already, ForbiddenError for a private one of another organization, NotFoundError */
  async install({ integrationName, organizationId, installedBy, ...chosen }: NewInstallation): Promise<ReadInstallation> {
    const [id, now] = [newId(), this.clock.now()];
    return this.db.transaction(async () => {
      const sealed = await this.configurations.seal(chosen.configuration ?? {}, { installationId: id, targetId: '' });
      const scopes = await this.holdIntegration(integrationName, organizationId);
      const isNew = await insertInstallation(this.db, {
        id,
        integrationName,
        organizationId,
        spaceSelection: chosen.spaceSelection ?? 'selected',
        siteSelection: chosen.siteSelection ?? 'selected',
        externalIds: chosen.externalIds ?? [],
        scopes,
        installedBy: installedBy ?? null,
        ...sealed,
        createdAt: now,
        updatedAt: now,
      });
      if (!isNew) throw new ConflictError('The integration is installed in this organization already.');
      return this.get(integrationName, id);
    });
  }

  /** What is equal already is left alone. @throws NotFoundError */
  async update(installation: OpenInstallation, changes: InstallationChanges): Promise<ReadInstallation> {
    const { id, integrationName } = installation;
    const wanted = { ...installation };
    const changed = patch(wanted, changes, CHANGEABLE);
    if (changed.length === 0) return installation;
    return this.db.transaction(async () => {
      const sealed = changed.includes('configuration') ? await this.configurations.seal(wanted.configuration, { installationId: id, targetId: '' }) : {};
      const columns = Object.fromEntries(changed.filter((field) => field !== 'configuration').map((field) => [field, wanted[field]]));
      requireOne(await this.db.repo(InstallationEntity).update({ id }, { ...columns, ...sealed, updatedAt: this.clock.now() }), NO_INSTALLATION);
      this.rights.changed();
      return this.get(integrationName, id);
    });
  }

  /** With its tokens, and in all spaces and sites. @throws NotFoundError */
  async uninstall({ id }: Pick<ReadInstallation, 'id'>): Promise<void> {
    await this.db.transaction(async () => {
      requireOne(await this.db.repo(InstallationEntity).delete({ id }), NO_INSTALLATION);
      this.rights.changed();
    });
  }

  open(installation: ReadInstallation): Promise<OpenInstallation> {
    return this.configurations.open(installation, { installationId: installation.id, targetId: '' });
  }

  /** What the integration asks for. It isn't published anew until the transaction ends. */
  private async holdIntegration(name: string, organizationId: string): Promise<IntegrationScope[]> {
    const [integration] = await this.db.query<{ owner: string; visibility: IntegrationVisibility; scopes: IntegrationScope[] }>(
      'SELECT organization_id AS owner, visibility, scopes FROM integrations WHERE name = $1 FOR SHARE',
      [name],
    );
    if (integration === undefined) throw new NotFoundError(NO_INTEGRATION);
    if (integration.visibility === 'private' && integration.owner !== organizationId) throw new ForbiddenError('A private integration is installed only in the organization that owns it.');
    return integration.scopes;
  }

  private async get(integrationName: string, id: string): Promise<ReadInstallation> {
    const installation = await findInstallation(this.db, integrationName, id);
    if (installation === undefined) throw new NotFoundError(NO_INSTALLATION);
    return installation;
  }
}
