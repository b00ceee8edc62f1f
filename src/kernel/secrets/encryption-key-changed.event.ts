import type { SealedText } from './encryption-key.js';

type Reseal = (text: SealedText, place: string) => Promise<SealedText>;

/** The key of texts at rest changes: whoever keeps some seals them anew, in the same transaction. */
export class EncryptionKeyChanged {
  private sealed = 0;

  constructor(private readonly sealAnew: Reseal) {}

  /** How many texts have been sealed anew. */
  get texts(): number {
    return this.sealed;
  }

  /** The same text for the same place, sealed with the new key. */
  async reseal(text: SealedText, place: string): Promise<SealedText> {
    const anew = await this.sealAnew(text, place);
    this.sealed += 1;
    return anew;
  }
}
