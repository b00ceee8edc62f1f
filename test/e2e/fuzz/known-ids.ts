import { newId } from '../../../src/kernel/ids/id.js';
import type { Dice } from './dice.js';

type Ids = Readonly<Record<string, string>>;

/** Ids that a client may know of, by the names of the path parameters that take them. */
export class KnownIds {
  private former: Ids = {};

  /** @param foreign of an organization that no caller belongs to */
  constructor(
    private own: Ids,
    private readonly foreign: Ids,
  ) {}

  /** From now on others are the callers' own; the former ones stay as of an organization that they have left. */
  renew(own: Ids): void {
    this.former = this.own;
    this.own = own;
  }

  /** Mostly the callers' own; else one of strangers, of another kind, or of nothing. */
  of(dice: Dice, name: string): string {
    const values = [...Object.values(this.own), ...Object.values(this.foreign)];
    const odd = [() => this.foreign[name], () => this.foreign[name], () => this.former[name], () => dice.pick(values), () => newId(), () => dice.text(), () => '1', () => 'me', () => '..', () => '%00'] as const;
    const chosen = dice.once(4) ? dice.pick(odd)() : this.own[name];
    return chosen ?? dice.pick(values) ?? newId();
  }

  /** For a field of a body or query, such as `space`, `spaces` or `parent`; a text that is no id names none of strangers. */
  inField(dice: Dice, name: string): string {
    const key = [name, `${name}Id`, name.replace(/s$/, 'Id'), ALIASES[name] ?? ''].find((candidate) => candidate in this.own);
    return key === undefined ? (dice.pick(Object.values(this.own)) ?? name) : this.of(dice, key);
  }
}

/** Fields that hold ids under other names. */
const ALIASES: Readonly<Record<string, string>> = { parent: 'collectionId', reviewers: 'userId', members: 'userId', authors: 'userId', targetPage: 'pageId' };
