import { deleted, wrote } from '../history.js';
import type { Hand } from './hand.js';

/** Things that hold one text, and the texts themselves. */
export class Writing {
  private readonly comments: string[] = [];

  constructor(private readonly hand: Hand) {}

  readonly comment = async (): Promise<void> => {
    const path = `/v1/spaces/${this.hand.space()}/comments`;
    const id = await this.say(path, 'comment');
    if (id !== undefined) this.comments.push(`${path}/${id}`);
  };

  readonly reply = async (): Promise<void> => {
    const comment = this.hand.one(this.comments);
    await (comment === undefined ? this.comment() : this.say(`${comment}/replies`, 'reply'));
  };

  readonly resolve = async (): Promise<void> => {
    const path = this.hand.one(this.comments);
    if (path === undefined) return this.comment();
    await this.hand.write({ method: 'PUT', path, body: { resolved: this.hand.random(2) === 0, addedReactions: ['👍'] } });
  };

  /** With its replies. */
  readonly deleteComment = async (): Promise<void> => {
    const path = this.hand.one(this.comments);
    if (path === undefined) return this.comment();
    const outcome = await this.hand.write({ method: 'DELETE', path });
    for (const register of this.hand.kept(path)) deleted(register, outcome);
    this.comments.splice(this.comments.indexOf(path), 1);
  };

  readonly team = async (): Promise<void> => {
    const { hand } = this;
    const title = hand.text('team');
    const id = await hand.create({ method: 'PUT', path: `${hand.organization}/teams`, body: { title, members: [hand.ground.userId] } });
    if (id !== undefined) hand.keep(`${hand.organization}/teams/${id}`, ['title'], title);
  };

  /** Sets a source, which a job reads. */
  readonly spec = async (): Promise<void> => {
    const { hand } = this;
    const known = hand.kept(`${hand.organization}/openapi/`);
    const title = hand.text('spec');
    const register = known.length > 2 ? hand.one(known) : undefined;
    const path = register?.path.replace('/versions/latest/content', '') ?? `${hand.organization}/openapi/${title.replaceAll(' ', '-')}`;
    const outcome = await hand.write({ method: 'PUT', path, body: { source: { text: JSON.stringify({ openapi: '3.0.3', info: { title, version: '1' }, paths: {} }) } } });
    if (register !== undefined) wrote(register, title, outcome);
    else if (outcome.kind === 'acknowledged') hand.keep(`${path}/versions/latest/content`, ['filesystem', 'files', 'openapi.json', 'document', 'info', 'title'], title);
  };

  /** Another text where this client wrote one. */
  readonly rewrite = async (): Promise<void> => {
    const register = this.hand.one(this.hand.kept().filter(({ field }) => field.length <= 2));
    if (register === undefined) return this.comment();
    const text = this.hand.text('again');
    const [first = '', second] = register.field;
    const body = second === undefined ? { [first]: text } : { [first]: { [second]: text } };
    wrote(register, text, await this.hand.write({ method: second === undefined ? 'PATCH' : 'PUT', path: register.path, body }));
  };

  private async say(path: string, noun: string): Promise<string | undefined> {
    const text = this.hand.text(noun);
    const id = await this.hand.create({ method: 'POST', path, body: { body: { markdown: text } } });
    if (id !== undefined) this.hand.keep(`${path}/${id}`, ['body', 'markdown'], text);
    return id;
  }
}
