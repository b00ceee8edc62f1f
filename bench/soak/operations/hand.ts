import type { Sent, SoakClient } from './client.js';
import { type History, type Json, type Register, type Whole, wrote } from './history.js';

export type Random = (below: number) => number;

/** What all clients share. */
export interface Ground {
  organizationId: string;
  userId: string;
  spaceIds: readonly string[];
  siteId: string;
}

interface ChangeRequest {
  path: string;
  whole: Whole;
  /** Bodies of its pages; none where nobody knows which it has. */
  bodies: Register[];
}

const PAGES_AT_ONCE = 2;
/** Of a hundred clients so many leave before they are answered. */
const LEAVERS = 4;
const MOST_MILLISECONDS_UNTIL_LEAVING = 40;

/** One client: does one random operation after the other, and keeps what was acknowledged. */
export class Actor {
  private readonly texts: Register[] = [];
  private readonly comments: string[] = [];
  private readonly sections: string[] = [];
  private changeRequests: ChangeRequest[] = [];
  private made = 0;

  constructor(
    private readonly name: string,
    private readonly client: SoakClient,
    private readonly history: History,
    private readonly ground: Ground,
    private readonly random: Random,
  ) {}

  async act(): Promise<void> {
    const operations = [this.comment, this.reply, this.rewrite, this.rewrite, this.propose, this.propose, this.rewritePage, this.rewritePage, this.finish, this.finish, this.section, this.moveSection, this.collection, this.moveSpace, this.team];
    const operation = operations[this.random(operations.length)];
    await operation?.call(this);
  }

  private async comment(): Promise<void> {
    const path = `/v1/spaces/${this.space()}/comments`;
    const text = this.text('comment');
    const id = await this.create({ method: 'POST', path, body: { body: { markdown: text } } });
    if (id === undefined) return;
    this.comments.push(`${path}/${id}`);
    this.keep(`${path}/${id}`, ['body', 'markdown'], text);
  }

  private async reply(): Promise<void> {
    const comment = this.one(this.comments);
    if (comment === undefined) return this.comment();
    const path = `${comment}/replies`;
    const text = this.text('reply');
    const id = await this.create({ method: 'POST', path, body: { body: { markdown: text } } });
    if (id !== undefined) this.keep(`${path}/${id}`, ['body', 'markdown'], text);
  }

  private async collection(): Promise<void> {
    const title = this.text('collection');
    const id = await this.create({ method: 'POST', path: `/v1/orgs/${this.ground.organizationId}/collections`, body: { title } });
    if (id !== undefined) this.keep(`/v1/collections/${id}`, ['title'], title);
  }

  private async team(): Promise<void> {
    const { organizationId, userId } = this.ground;
    const title = this.text('team');
    const id = await this.create({ method: 'PUT', path: `/v1/orgs/${organizationId}/teams`, body: { title, members: [userId] } });
    if (id !== undefined) this.keep(`/v1/orgs/${organizationId}/teams/${id}`, ['title'], title);
  }

  private async section(): Promise<void> {
    const { organizationId, siteId } = this.ground;
    const path = `/v1/orgs/${organizationId}/sites/${siteId}/sections`;
    const id = await this.create({ method: 'POST', path, body: { spaceId: this.space(), title: this.text('section') } });
    if (id !== undefined) this.sections.push(`${path}/${id}`);
  }

  private async moveSection(): Promise<void> {
    const [section, beside] = [this.one(this.sections), this.one(this.sections)];
    if (section === undefined || beside === undefined) return this.section();
    const neighbour = { type: 'site-section', siteSection: beside.slice(beside.lastIndexOf('/') + 1) };
    if (section === beside) await this.client.send({ method: 'POST', path: `${section}/move`, body: {} });
    else await this.client.send(this.maybeLeaving({ method: 'POST', path: `${section}/move`, body: { position: { [this.random(2) === 0 ? 'before' : 'after']: neighbour } } }));
  }

  private async moveSpace(): Promise<void> {
    const collection = this.one(this.texts.filter(({ path }) => path.startsWith('/v1/collections/')));
    const parent = collection === undefined || this.random(3) === 0 ? null : collection.path.slice(collection.path.lastIndexOf('/') + 1);
    await this.client.send(this.maybeLeaving({ method: 'POST', path: `/v1/spaces/${this.space()}/move`, body: { parent } }), [409]);
  }

  /** Another text where this client wrote one. */
  private async rewrite(): Promise<void> {
    const register = this.one(this.texts);
    if (register === undefined) return this.comment();
    const text = this.text('again');
    const [first = '', second] = register.field;
    const body = second === undefined ? { [first]: text } : { [first]: { [second]: text } };
    wrote(register, text, await this.client.send(this.maybeLeaving({ method: second === undefined ? 'PATCH' : 'PUT', path: register.path, body })));
  }

  /** A change request with pages of its own. */
  private async propose(): Promise<void> {
    const all = `/v1/spaces/${this.space()}/change-requests`;
    const subject = this.text('subject');
    const id = await this.create({ method: 'POST', path: all, body: { subject } });
    if (id === undefined) return;
    const path = `${all}/${id}`;
    this.keep(path, ['subject'], subject);
    const titles = Array.from({ length: PAGES_AT_ONCE }, () => this.text('page'));
    const whole = this.history.whole(`Change request ${path}`, path, titles);
    const changes = titles.map((title) => ({ operation: 'insert_page', title, document: { markdown: `${title}\n` } }));
    const outcome = await this.client.send(this.maybeLeaving({ method: 'POST', path: `${path}/content`, body: { changes } }));
    whole.written = outcome.kind === 'acknowledged';
    this.changeRequests.push({ path, whole, bodies: whole.written ? await this.bodiesIn(path, titles) : [] });
  }

  /** Of these pages, which hold their titles. */
  private async bodiesIn(path: string, titles: readonly string[]): Promise<Register[]> {
    const tree = await this.client.send({ method: 'GET', path: `${path}/content/pages` });
    if (tree.kind !== 'acknowledged') return [];
    const own = tree.body.pages.filter(({ title }: { title: string }) => titles.includes(title)) as { id: string; title: string }[];
    return own.map(({ id, title }) => this.history.register(`markdown of ${path}, page ${id}`, `${path}/content/page/${id}`, ['markdown'], title));
  }

  /** Another body for a page of one of its own change requests. */
  private async rewritePage(): Promise<void> {
    const one = this.one(this.changeRequests.filter(({ bodies }) => bodies.length > 0));
    const register = this.one(one?.bodies ?? []);
    if (one === undefined || register === undefined) return this.propose();
    const text = this.text('body');
    const page = register.path.slice(register.path.lastIndexOf('/') + 1);
    const changes = [{ operation: 'update_page', page, document: { markdown: `${text}\n` } }];
    wrote(register, text, await this.client.send(this.maybeLeaving({ method: 'POST', path: `${one.path}/content`, body: { changes } })));
  }

  /** Merges one of its own change requests, or takes in what was merged meanwhile. */
  private async finish(): Promise<void> {
    const one = this.one(this.changeRequests);
    if (one === undefined) return this.propose();
    if (this.random(3) === 0) {
      await this.client.send(this.maybeLeaving({ method: 'POST', path: `${one.path}/update` }), [409]);
      return;
    }
    const outcome = await this.client.send(this.maybeLeaving({ method: 'POST', path: `${one.path}/merge` }), [400, 409]);
    one.whole.merged = outcome.kind === 'acknowledged' && outcome.body?.result === 'merge';
    this.changeRequests = this.changeRequests.filter((other) => other !== one);
  }

  /** The id of what was made; undefined when nobody knows whether it was. */
  private async create(sent: Sent): Promise<string | undefined> {
    const outcome = await this.client.send(this.maybeLeaving(sent));
    return outcome.kind === 'acknowledged' ? idOf(outcome.body) : undefined;
  }

  private keep(path: string, field: readonly string[], text: string): void {
    this.texts.push(this.history.register(`${field.join('.')} of ${path}`, path, field, text));
  }

  private maybeLeaving(sent: Sent): Sent {
    return this.random(100) < LEAVERS ? { ...sent, leavesAfter: this.random(MOST_MILLISECONDS_UNTIL_LEAVING) } : sent;
  }

  /** Never the same twice. */
  private text(noun: string): string {
    this.made += 1;
    return `${this.name} ${noun} ${String(this.made)}`;
  }

  private space(): string {
    return this.one(this.ground.spaceIds) ?? '';
  }

  private one<Item>(items: readonly Item[]): Item | undefined {
    return items[this.random(items.length)];
  }
}

function idOf(body: Json): string {
  if (typeof body?.id !== 'string') throw new Error(`An answer without an id: ${JSON.stringify(body)}`);
  return body.id;
}
