import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

export type HtmlToken = { start: number; end: number } & (
  | { type: 'open'; name: string; attributes: ReadonlyMap<string, string>; selfClosing: boolean }
  | { type: 'close'; name: string }
  /** Decoded. */
  | { type: 'text'; text: string }
  /** Comments, declarations, instructions. */
  | { type: 'other' }
);

type Draft =
  | { type: 'open'; start: number; name: string; attributes: Map<string, string>; selfClosing: boolean }
  | { type: 'close'; start: number; name: string }
  | { type: 'text'; start: number; text: string }
  | { type: 'other'; start: number };

/**
 * The tags and texts of a piece of HTML, in order, without gaps between them (`start` and `end` are
 * indexes). Nothing is matched or completed, since Markdown gives a page's HTML in pieces. A tag that
 * isn't finished is text. Names are in lower case; of equal attributes the first counts.
 */
export function htmlTokens(html: string): HtmlToken[] {
  const collector = new TokenCollector(html);
  const tokenizer = new Tokenizer({ decodeEntities: true }, collector);
  tokenizer.write(html);
  tokenizer.end();
  return collector.tokens();
}

/** Makes tokens of what the tokenizer tells. */
class TokenCollector implements TokenizerCallbacks {
  private readonly drafts: Draft[] = [];
  /** The attribute that is being told of. */
  private name = '';
  private value = '';
  private textEnd = 0;
  private isFinished = true;

  constructor(private readonly html: string) {}

  onopentagname(start: number, end: number): void {
    this.isFinished = false;
    this.drafts.push({ type: 'open', start: start - 1, name: this.nameAt(start, end), attributes: new Map(), selfClosing: false });
  }

  onattribname(start: number, end: number): void {
    this.name = this.nameAt(start, end);
    this.value = '';
  }

  onattribdata(start: number, end: number): void {
    this.value += this.html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    this.value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    const attributes = this.openTag()?.attributes;
    if (attributes?.has(this.name) === false) attributes.set(this.name, this.value);
  }

  onopentagend(end: number): void {
    this.finish(end + 1);
  }

  onselfclosingtag(end: number): void {
    const tag = this.openTag();
    if (tag !== undefined) tag.selfClosing = true;
    this.finish(end + 1);
  }

  onclosetag(start: number, end: number): void {
    this.drafts.push({ type: 'close', start: this.bracketBefore(start), name: this.nameAt(start, end) });
    this.finish(end);
  }

  ontext(start: number, end: number): void {
    this.addText(start, this.html.slice(start, end));
    this.finish(end);
  }

  ontextentity(codePoint: number, end: number): void {
    this.addText(this.textEnd, String.fromCodePoint(codePoint));
    this.finish(end);
  }

  oncomment(start: number, end: number): void {
    this.addOther(start, end);
  }

  oncdata(start: number, end: number): void {
    this.addOther(start, end);
  }

  ondeclaration(start: number, end: number): void {
    this.addOther(start, end);
  }

  onprocessinginstruction(start: number, end: number): void {
    this.addOther(start, end);
  }

  onend(): void {
    // What is left over is looked at by `tokens`.
  }

  /** Each token reaches to the next one; an unfinished tag at the end becomes text. */
  tokens(): HtmlToken[] {
    const { drafts, html } = this;
    const last = drafts.at(-1);
    if (last !== undefined && !this.isFinished) drafts[drafts.length - 1] = { type: 'text', start: last.start, text: html.slice(last.start) };
    if (drafts.length === 0 && html !== '') drafts.push({ type: 'text', start: 0, text: html });
    return drafts.map((draft, index) => ({ ...draft, end: drafts[index + 1]?.start ?? html.length }));
  }

  private addText(start: number, text: string): void {
    const last = this.drafts.at(-1);
    if (last?.type === 'text') last.text += text;
    else this.drafts.push({ type: 'text', start, text });
  }

  private addOther(start: number, end: number): void {
    this.drafts.push({ type: 'other', start: this.bracketBefore(start) });
    this.finish(end + 1);
  }

  private openTag(): Extract<Draft, { type: 'open' }> | undefined {
    const last = this.drafts.at(-1);
    return last?.type === 'open' ? last : undefined;
  }

  private nameAt(start: number, end: number): string {
    return this.html.slice(start, end).toLowerCase();
  }

  private bracketBefore(start: number): number {
    return this.html.lastIndexOf('<', start - 1);
  }

  private finish(end: number): void {
    this.isFinished = true;
    this.textEnd = end;
  }
}
