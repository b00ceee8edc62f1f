import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../kernel/database/database.js';
import { DomainEvents } from '../../../kernel/database/domain-events.js';
import type { SealedText } from '../../../kernel/secrets/encryption-key.js';
import { EncryptionKeyChanged } from '../../../kernel/secrets/encryption-key-changed.event.js';
import { Vault } from '../../../kernel/secrets/vault.js';
import { isObject } from '../../../kernel/validation/objects.js';

/** What an installation is configured with, by the names of the properties. */
export type Configuration = Readonly<Record<string, unknown>>;

/** A configuration at rest: it may hold keys of other services, so that only its names are readable. */
export interface SealedConfiguration {
  readonly configured: string[];
  /** Null where nothing is configured. */
  readonly keyId: string | null;
  readonly sealed: Buffer | null;
}

/** What a configuration is of: an installation, or what it is installed in. */
export interface ConfigurationPlace {
  readonly installationId: string;
  /** Id of the space or site; empty: of the organization. */
  readonly targetId: string;
}

const TABLES = [
  { table: 'integration_installations', installation: 'id', target: `''::text` },
  { table: 'integration_space_installations', installation: 'installation_id', target: 'space_id' },
  { table: 'integration_site_installations', installation: 'installation_id', target: 'site_id' },
] as const;

/** Configurations that are sealed anew at a time. */
const BATCH = 500;

/** Keeps configurations encrypted at rest. */
@Injectable()
export class Configurations implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly events: DomainEvents,
    private readonly vault: Vault,
  ) {}

  onModuleInit(): void {
    this.events.on(EncryptionKeyChanged, async (change) => {
      for (const { table, installation, target } of TABLES) await this.resealAll(change, table, installation, target);
    });
  }

  /** To be called, and written, in one transaction, before anything else in it is locked. */
  async seal(configuration: Configuration, place: ConfigurationPlace): Promise<SealedConfiguration> {
    const configured = Object.keys(configuration);
    if (configured.length === 0) return { configured, keyId: null, sealed: null };
    return { configured, ...(await this.vault.seal(JSON.stringify(configuration), nameOf(place))) };
  }

  /** The row with its configuration. */
  async open<Row extends SealedConfiguration>(row: Row, place: ConfigurationPlace): Promise<Row & { readonly configuration: Configuration }> {
    return { ...row, configuration: await this.read(row, place) };
  }

  private async read({ keyId, sealed }: SealedConfiguration, place: ConfigurationPlace): Promise<Configuration> {
    if (keyId === null || sealed === null) return {};
    const configuration: unknown = JSON.parse(await this.vault.open({ keyId, sealed }, nameOf(place)));
    if (!isObject(configuration)) throw new Error(`What is kept at ${nameOf(place)} is no configuration.`);
    return configuration;
  }

  private async resealAll(change: EncryptionKeyChanged, table: string, installation: string, target: string): Promise<void> {
    for (let after = ['', '']; ; ) {
      const rows = await this.db.query<SealedText & ConfigurationPlace>(
        `SELECT ${installation} AS "installationId", ${target} AS "targetId", key_id AS "keyId", sealed FROM ${table}
         WHERE sealed IS NOT NULL AND (${installation}, ${target}) > ($1, $2) ORDER BY 1, 2 LIMIT ${String(BATCH)} FOR UPDATE`,
        after,
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      for (const row of rows) {
        const { keyId, sealed } = await change.reseal(row, nameOf(row));
        await this.db.query(`UPDATE ${table} SET key_id = $3, sealed = $4 WHERE ${installation} = $1 AND ${target} = $2`, [row.installationId, row.targetId, keyId, sealed]);
      }
      after = [last.installationId, last.targetId];
    }
  }
}

/** What a sealed text belongs to: copied to another row, it opens no more. */
function nameOf({ installationId, targetId }: ConfigurationPlace): string {
  return JSON.stringify(['configuration', installationId, targetId]);
}
