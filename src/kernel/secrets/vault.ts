import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { DomainEvents } from '../database/domain-events.js';
import { EncryptionKey, type SealedText } from './encryption-key.js';
import { EncryptionKeyChanged } from './encryption-key-changed.event.js';

/** Keys in the database are numbered, so that their names tell the newest. */
const NAME = 'encryption key ';
const FIRST = `${NAME}000001`;

/** Locks of transactions: whoever seals shares it, whoever rotates holds it alone. */
const LOCK = 4_170_001;

/**
 * Keeps texts at rest that nobody but the service may read. The key is that of the settings, else one that is
 * made once and shared by all nodes through the database.
 */
@Injectable()
export class Vault {
  private readonly configured: EncryptionKey | undefined;
  private readonly known = new Map<string, EncryptionKey>();

  constructor(
    private readonly db: Database,
    private readonly events: DomainEvents,
    config: Config,
  ) {
    this.configured = config.encryptionKey === undefined ? undefined : this.remember(config.encryptionKey);
    for (const secret of config.encryptionOldKeys) this.remember(secret);
  }

  /**
   * To be called in the transaction that keeps the text: no rotation comes in between.
   * @param place where the text is kept: it opens nowhere else
   */
  async seal(text: string, place: string): Promise<SealedText> {
    await this.db.query('SELECT pg_advisory_xact_lock_shared($1)', [LOCK]);
    return (await this.current()).seal(text, place);
  }

  /** @throws Error when the key is gone, or the text was changed or moved */
  async open(text: SealedText, place: string): Promise<string> {
    return (await this.key(text.keyId)).open(text, place);
  }

  /**
   * Seals everything anew with the key of the settings, or else with a new one, and forgets the keys of the
   * database that are no longer needed. The current key, and how many texts were sealed.
   */
  async rotate(): Promise<{ keyId: string; texts: number }> {
    return this.db.transaction(async () => {
      await this.db.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      const kept = await this.kept();
      const key = this.configured ?? (await this.keep(nameAfter(kept.at(-1)?.name)));
      const change = new EncryptionKeyChanged(async (text, place) => key.seal(await this.open(text, place), place));
      await this.events.emit(change);
      await this.db.query('DELETE FROM secrets WHERE name = ANY ($1)', [kept.map(({ name }) => name)]);
      return { keyId: key.id, texts: change.texts };
    });
  }

  private async current(): Promise<EncryptionKey> {
    if (this.configured !== undefined) return this.configured;
    const newest = (await this.kept()).at(-1);
    return newest === undefined ? this.keep(FIRST) : this.remember(newest.value);
  }

  private async key(id: string): Promise<EncryptionKey> {
    if (!this.known.has(id)) for (const { value } of await this.kept()) this.remember(value);
    const key = this.known.get(id);
    if (key === undefined) throw new Error(`The encryption key ${id} is missing: give it in ENCRYPTION_OLD_KEYS.`);
    return key;
  }

  /** Those in the database, oldest first. */
  private kept(): Promise<{ name: string; value: string }[]> {
    return this.db.query('SELECT name, value FROM secrets WHERE starts_with(name, $1) ORDER BY name COLLATE "C"', [NAME]);
  }

  /** The first node to ask makes the key of this name. */
  private async keep(name: string): Promise<EncryptionKey> {
    await this.db.query('INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [name, randomBytes(32).toString('base64url')]);
    const [row] = await this.db.query<{ value: string }>('SELECT value FROM secrets WHERE name = $1', [name]);
    if (row === undefined) throw new Error('The encryption key could not be kept.');
    return this.remember(row.value);
  }

  private remember(secret: string): EncryptionKey {
    const key = new EncryptionKey(secret);
    this.known.set(key.id, key);
    return key;
  }
}

function nameAfter(name = `${NAME}0`): string {
  return NAME + String(Number(name.slice(NAME.length)) + 1).padStart(6, '0');
}
