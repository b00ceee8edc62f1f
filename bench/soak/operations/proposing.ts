import { type Outcome, type Register, type Whole, wrote } from '../history.js';
import { type Hand, idIn } from './hand.js';

interface ChangeRequest {
  path: string;
  whole: Whole;
  /** Bodies of its pages; none where nobody knows which it has. */
  bodies: Register[];
}

const PAGES_AT_ONCE = 2;

/** Change requests with pages of their own. */
export class Proposing {
  private changeRequests: ChangeRequest[] = [];

  constructor(private readonly hand: Hand) {}

  readonly propose = async (): Promise<void> => {
    await this.make(async (path, titles) => {
      const changes = titles.map((title) => ({ operation: 'insert_page', title, document: { markdown: `${title}\n` } }));
      return this.hand.write({ method: 'POST', path: `${path}/content`, body: { changes } });
    });
  };

  /** Pages and pictures of an archive. */
  readonly import = async (): Promise<void> => {
    await this.make((path, titles) => this.hand.write({ method: 'POST', path: `${path}/content/import`, body: { source: 'zip', url: this.hand.ground.imports.addressOf(titles) } }));
  };

  /** Another body for a page of one of its own change requests. */
  readonly rewritePage = async (): Promise<void> => {
    const { hand } = this;
    const one = hand.one(this.changeRequests.filter(({ bodies }) => bodies.length > 0));
    const register = hand.one(one?.bodies ?? []);
    if (one === undefined || register === undefined) return this.propose();
    const text = hand.text('body');
    const changes = [{ operation: 'update_page', page: idIn(register.path), document: { markdown: `${text}\n` } }];
    wrote(register, text, await hand.write({ method: 'POST', path: `${one.path}/content`, body: { changes } }));
  };

  readonly comment = async (): Promise<void> => {
    const { hand } = this;
    const one = hand.one(this.changeRequests);
    if (one === undefined) return this.propose();
    const [path, text] = [`${one.path}/comments`, hand.text('remark')];
    const id = await hand.create({ method: 'POST', path, body: { body: { markdown: text } } });
    if (id !== undefined) hand.keep(`${path}/${id}`, ['body', 'markdown'], text);
  };

  /** Merges one of its own change requests, or takes in what was merged meanwhile. */
  readonly finish = async (): Promise<void> => {
    const { hand } = this;
    const one = hand.one(this.changeRequests);
    if (one === undefined) return this.propose();
    if (hand.random(3) === 0) {
      await hand.write({ method: 'POST', path: `${one.path}/update` }, [409]);
      return;
    }
    const outcome = await hand.write({ method: 'POST', path: `${one.path}/merge` }, [400, 409]);
    one.whole.merged = outcome.kind === 'acknowledged' && outcome.body?.result === 'merge';
    this.changeRequests = this.changeRequests.filter((other) => other !== one);
  };

  private async make(fill: (path: string, titles: readonly string[]) => Promise<Outcome>): Promise<void> {
    const { hand } = this;
    const all = `/v1/spaces/${hand.space()}/change-requests`;
    const subject = hand.text('subject');
    const id = await hand.create({ method: 'POST', path: all, body: { subject } });
    if (id === undefined) return;
    const path = `${all}/${id}`;
    hand.keep(path, ['subject'], subject);
    const titles = Array.from({ length: PAGES_AT_ONCE }, () => hand.text('page'));
    const whole = hand.history.whole(`Change request ${path}`, path, titles);
    whole.written = (await fill(path, titles)).kind === 'acknowledged';
    this.changeRequests.push({ path, whole, bodies: whole.written ? await this.bodiesIn(path, titles) : [] });
  }

  /** Of these pages, as they are now. */
  private async bodiesIn(path: string, titles: readonly string[]): Promise<Register[]> {
    const tree = await this.hand.read(`${path}/content/pages`);
    const own = ((tree?.pages ?? []) as { id: string; title: string }[]).filter(({ title }) => titles.includes(title));
    const bodies: Register[] = [];
    for (const { id } of own) {
      const page = await this.hand.read(`${path}/content/page/${id}`);
      if (page !== undefined) bodies.push(this.hand.history.register(`markdown of ${path}, page ${id}`, `${path}/content/page/${id}`, ['markdown'], String(page.markdown).trim()));
    }
    return bodies;
  }
}
