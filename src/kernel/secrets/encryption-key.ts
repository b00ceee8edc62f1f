import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const ID_BYTES = 8;
/** The length that NIST SP 800-38D recommends. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A text at rest. */
export interface SealedText {
  /** Names the key that opens it; tells nothing of the key. */
  readonly keyId: string;
  /** Nonce, encrypted text and tag. */
  readonly sealed: Buffer;
}

/** A key that keeps texts at rest unreadable, and tells when one was changed: AES-256-GCM. */
export class EncryptionKey {
  readonly id: string;
  private readonly bytes: Buffer;

  /** @param secret any text of at least 32 characters */
  constructor(secret: string) {
    this.id = derived(secret, 'id', ID_BYTES).toString('hex');
    this.bytes = derived(secret, 'key', KEY_BYTES);
  }

  /** @param place where the text is kept: it opens nowhere else */
  seal(text: string, place: string): SealedText {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.bytes, nonce).setAAD(Buffer.from(place));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return { keyId: this.id, sealed: Buffer.concat([nonce, encrypted, cipher.getAuthTag()]) };
  }

  /** @throws Error for what this key didn't seal for this place, or what was changed since */
  open({ sealed }: SealedText, place: string): string {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(sealed.length - TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, this.bytes, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place)).setAuthTag(tag);
    const encrypted = decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES));
    try {
      return Buffer.concat([encrypted, decipher.final()]).toString('utf8');
    } catch (cause) {
      // The platform doesn't say what it was about.
      throw new Error(`What is kept at ${place} was changed, or belongs elsewhere.`, { cause });
    }
  }
}

/** RFC 5869: what is derived for one purpose tells nothing of what is derived for another. */
function derived(secret: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `texts at rest: ${purpose}`, bytes));
}
