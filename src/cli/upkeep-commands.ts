import { Injectable } from '@nestjs/common';
import { Vault } from '../kernel/secrets/vault.js';
import { type CheckReport, DatabaseCheck } from './check/database-check.js';

/** What an operator may do with the installation itself. */
@Injectable()
export class UpkeepCommands {
  constructor(
    private readonly vault: Vault,
    private readonly databaseCheck: DatabaseCheck,
  ) {}

  async rotateSecrets(): Promise<{ key: string; secrets: number }> {
    const { keyId, texts } = await this.vault.rotate();
    return { key: keyId, secrets: texts };
  }

  check(): Promise<CheckReport> {
    return this.databaseCheck.run();
  }
}
