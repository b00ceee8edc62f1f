import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';

/** Secrets of the service itself: given by configuration, or made once and shared by all nodes through the database. */
@Injectable()
export class Secrets implements OnModuleInit {
  private signingSecret?: string;

  constructor(
    private readonly config: Config,
    private readonly db: Database,
  ) {}

  async onModuleInit(): Promise<void> {
    this.signingSecret = this.config.signingSecret ?? (await this.keep('signing'));
  }

  /** Signs links and list cursors. */
  get signing(): string {
    if (this.signingSecret === undefined) throw new Error('Secrets are read while the application starts.');
    return this.signingSecret;
  }

  /** The stored secret of this name; the first node to ask makes it. */
  private async keep(name: string): Promise<string> {
    await this.db.query('INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [name, randomBytes(32).toString('base64url')]);
    const [row] = await this.db.query<{ value: string }>('SELECT value FROM secrets WHERE name = $1', [name]);
    if (row === undefined) throw new Error(`The secret ${name} could not be kept.`);
    return row.value;
  }
}
