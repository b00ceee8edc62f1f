import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../kernel/database/database.js';
import { DomainEvents } from '../../kernel/database/domain-events.js';
import type { SealedText } from '../../kernel/secrets/encryption-key.js';
import { EncryptionKeyChanged } from '../../kernel/secrets/encryption-key-changed.event.js';
import { Vault } from '../../kernel/secrets/vault.js';
import { IntegrationSecretEntity } from './integration-secret.entity.js';

/** Secrets that are sealed anew at a time. */
const BATCH = 500;

/** What integrations keep secret: encrypted at rest, and part of no answer. */
@Injectable()
export class IntegrationSecrets implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly events: DomainEvents,
    private readonly vault: Vault,
  ) {}

  onModuleInit(): void {
    this.events.on(EncryptionKeyChanged, (change) => this.resealAll(change));
  }

  /** Encrypted; to be called, and written, in one transaction, before anything else in it is locked. */
  async seal(integrationName: string, secrets: Readonly<Record<string, string>>): Promise<IntegrationSecretEntity[]> {
    const sealed: IntegrationSecretEntity[] = [];
    for (const [name, text] of Object.entries(secrets)) {
      sealed.push({ integrationName, name, ...(await this.vault.seal(text, placeOf(integrationName, name))) });
    }
    return sealed;
  }

  /** Puts these in the place of those that the integration had. */
  async write(integrationName: string, secrets: IntegrationSecretEntity[]): Promise<void> {
    await this.db.repo(IntegrationSecretEntity).delete({ integrationName });
    await this.db.repo(IntegrationSecretEntity).insert(secrets);
  }

  /** For whoever runs the integration: without regard to any caller. */
  async read(integrationName: string): Promise<Map<string, string>> {
    const secrets = await this.db.repo(IntegrationSecretEntity).find({ where: { integrationName }, order: { name: 'ASC' } });
    const opened = new Map<string, string>();
    for (const secret of secrets) opened.set(secret.name, await this.vault.open(secret, placeOf(integrationName, secret.name)));
    return opened;
  }

  private async resealAll(change: EncryptionKeyChanged): Promise<void> {
    for (let after = ['', '']; ; ) {
      const secrets = await this.db.query<SealedText & { integrationName: string; name: string }>(
        `SELECT integration_name AS "integrationName", name, key_id AS "keyId", sealed FROM integration_secrets
         WHERE (integration_name, name) > ($1, $2) ORDER BY integration_name, name LIMIT ${String(BATCH)} FOR UPDATE`,
        after,
      );
      const last = secrets.at(-1);
      if (last === undefined) return;
      for (const secret of secrets) {
        const { integrationName, name } = secret;
        await this.db.repo(IntegrationSecretEntity).update({ integrationName, name }, await change.reseal(secret, placeOf(integrationName, name)));
      }
      after = [last.integrationName, last.name];
    }
  }
}

/** What a sealed text belongs to: copied to another row, it opens no more. */
function placeOf(integrationName: string, name: string): string {
  return JSON.stringify(['integration secret', integrationName, name]);
}
