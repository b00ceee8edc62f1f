import type { Sent, SoakClient } from '../client.js';
import type { History, Json, Outcome, Register } from '../history.js';
import type { ImportSite } from '../import-site.js';
import type { Random } from '../stage.js';

/** What all clients share. */
export interface Ground {
  readonly organizationId: string;
  readonly userId: string;
  readonly spaceIds: readonly string[];
  /** Paths of pages of the main content that all clients add lines to. */
  readonly sharedPages: readonly string[];
  readonly siteId: string;
  readonly imports: ImportSite;
}

/** Of a hundred requests so many are left by their clients before they are answered. */
const LEAVERS = 4;
const MOST_MILLISECONDS_UNTIL_LEAVING = 40;
/** Of as many operations in spaces, one is in a space of the client's own, where it has one. */
const OWN_SPACE = 4;

/** What the operations of one client share. */
export class Hand {
  readonly ownSpaces: string[] = [];
  private readonly texts: Register[] = [];
  private made = 0;

  constructor(
    private readonly name: string,
    private readonly client: SoakClient,
    readonly history: History,
    readonly ground: Ground,
    readonly random: Random,
  ) {}

  get organization(): string {
    return `/v1/orgs/${this.ground.organizationId}`;
  }

  get site(): string {
    return `${this.organization}/sites/${this.ground.siteId}`;
  }

  /** @param refusals statuses that the request may meet, as others change the same */
  write(sent: Sent, refusals: readonly number[] = []): Promise<Outcome> {
    const leaves = this.random(100) < LEAVERS;
    return this.client.send(leaves ? { ...sent, leavesAfter: this.random(MOST_MILLISECONDS_UNTIL_LEAVING) } : sent, refusals);
  }

  /** The answer; undefined where there is none for now. */
  async read(path: string): Promise<Json> {
    const outcome = await this.client.send({ method: 'GET', path });
    return outcome.kind === 'acknowledged' ? outcome.body : undefined;
  }

  /** The id of what was made; undefined when nobody knows whether it was. */
  async create(sent: Sent): Promise<string | undefined> {
    const outcome = await this.write(sent);
    if (outcome.kind !== 'acknowledged') return undefined;
    const id: unknown = outcome.body?.id;
    if (typeof id !== 'string') throw new Error(`An answer without an id: ${JSON.stringify(outcome.body)}`);
    return id;
  }

  /** Keeps in mind that there is this text. */
  keep(path: string, field: readonly string[], text: string): Register {
    const register = this.history.register(`${field.join('.')} of ${path}`, path, field, text);
    this.texts.push(register);
    return register;
  }

  /** Texts that it has written, of things that are there still. */
  kept(prefix = ''): Register[] {
    return this.texts.filter(({ path, deleted }) => deleted === 'no' && path.startsWith(prefix));
  }

  /** Never the same twice. */
  text(noun: string): string {
    this.made += 1;
    return `${this.name} ${noun} ${String(this.made)}`;
  }

  space(): string {
    return (this.random(OWN_SPACE) === 0 ? this.one(this.ownSpaces) : undefined) ?? this.one(this.ground.spaceIds) ?? '';
  }

  one<Item>(items: readonly Item[]): Item | undefined {
    return items[this.random(items.length)];
  }
}

export function idIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
