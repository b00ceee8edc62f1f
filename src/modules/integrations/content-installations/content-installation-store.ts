import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import { DomainEvents } from '../../../kernel/database/domain-events.js';
import { ConflictError, NotFoundError } from '../../../kernel/errors/errors.js';
import { RightsCaches } from '../../../kernel/permissions/rights-caches.js';
import { patch } from '../../../kernel/validation/patch.js';
import { TargetsTransferred } from '../../access/targets-transferred.event.js';
import { type Configuration, Configurations } from '../installations/configurations.js';
import type { ReadInstallation } from '../installations/installation-rows.js';
import type { ContentKind } from '../integration-values.js';
import { findContentInstallation, isEverywhere, type ReadContentInstallation } from './content-installation-rows.js';

/** With its configuration opened. */
export interface OpenContentInstallation extends ReadContentInstallation {
  readonly configuration: Configuration;
}

const CHANGEABLE = ['externalIds', 'configuration'] as const;

export type ContentInstallationChanges = Partial<Pick<OpenContentInstallation, (typeof CHANGEABLE)[number]>>;

/** Installations in spaces and sites, without regard to any caller. */
@Injectable()
export class ContentInstallationStore implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly events: DomainEvents,
    private readonly rights: RightsCaches,
    private readonly configurations: Configurations,
  ) {}

  /** What leaves an organization leaves its installations. */
  onModuleInit(): void {
    this.events.on(TargetsTransferred, async ({ ids }) => {
      await this.db.query('DELETE FROM integration_space_installations WHERE space_id = ANY ($1)', [ids]);
    });
  }

  /** @throws NotFoundError */
  async get(kind: ContentKind, installation: ReadInstallation, targetId: string): Promise<ReadContentInstallation> {
    const found = await findContentInstallation(this.db, kind, installation, targetId);
    if (found === undefined) throw new NotFoundError(`The integration is not installed in this ${kind}.`);
    return found;
  }

  /** @throws ConflictError when it is there already */
  async install(kind: ContentKind, installation: ReadInstallation, targetId: string): Promise<ReadContentInstallation> {
    return this.db.transaction(async () => {
      const made = isEverywhere(kind, installation)
        ? []
        : await this.db.query(`INSERT INTO integration_${kind}_installations (installation_id, ${kind}_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1`, [installation.id, targetId]);
      if (made.length === 0) throw new ConflictError(`The integration is installed in this ${kind} already.`);
      this.rights.changed();
      return this.get(kind, installation, targetId);
    });
  }

  /** What is equal already is left alone. @throws NotFoundError */
  async update(kind: ContentKind, installation: ReadInstallation, content: OpenContentInstallation, changes: ContentInstallationChanges): Promise<ReadContentInstallation> {
    const wanted = { ...content };
    const changed = patch(wanted, changes, CHANGEABLE);
    if (changed.length === 0) return content;
    const { targetId, externalIds, configuration } = wanted;
    return this.db.transaction(async () => {
      const sealed = await this.configurations.seal(configuration, { installationId: installation.id, targetId });
      // In every one, it has no row before there is something to keep.
      if (isEverywhere(kind, installation)) {
        await this.db.query(`INSERT INTO integration_${kind}_installations (installation_id, ${kind}_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [installation.id, targetId]);
      }
      await this.db.query(
        `UPDATE integration_${kind}_installations SET external_ids = $3, configured = $4, key_id = $5, sealed = $6 WHERE installation_id = $1 AND ${kind}_id = $2`,
        [installation.id, targetId, externalIds, sealed.configured, sealed.keyId, sealed.sealed],
      );
      return this.get(kind, installation, targetId);
    });
  }

  /** @throws NotFoundError, ConflictError for one that is in every one */
  async uninstall(kind: ContentKind, installation: ReadInstallation, targetId: string): Promise<void> {
    if (isEverywhere(kind, installation)) throw new ConflictError(`The integration is in every ${kind}: choose ${kind}_selection "selected" first.`);
    await this.db.transaction(async () => {
      const gone = await this.db.query(`DELETE FROM integration_${kind}_installations WHERE installation_id = $1 AND ${kind}_id = $2 RETURNING 1`, [installation.id, targetId]);
      if (gone.length === 0) throw new NotFoundError(`The integration is not installed in this ${kind}.`);
      this.rights.changed();
    });
  }

  open(content: ReadContentInstallation): Promise<OpenContentInstallation> {
    return this.configurations.open(content, content);
  }
}
