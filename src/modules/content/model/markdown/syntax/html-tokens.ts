import { Tokenizer } from 'htmlparser2';

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
  const drafts: Draft[] = [];
  let name = '';
  let value = '';
  const open = (): Extract<Draft, { type: 'open' }> | undefined => {
    const last = drafts.at(-1);
    return last?.type === 'open' ? last : undefined;
  };
  const addText = (start: number, text: string): void => {
    const last = drafts.at(-1);
    if (last?.type === 'text') {
      last.text += text;
    } else {
      drafts.push({ type: 'text', start, text });
    }
  };
  const before = (start: number): number => html.lastIndexOf('<', start - 1);
  let finished = true;
  let textEnd = 0;
  const finish = (end: number): void => {
    finished = true;
    textEnd = end;
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        finished = false;
        drafts.push({ type: 'open', start: start - 1, name: html.slice(start, end).toLowerCase(), attributes: new Map(), selfClosing: false });
      },
      onattribname(start, end) {
        name = html.slice(start, end).toLowerCase();
        value = '';
      },
      onattribdata(start, end) {
        value += html.slice(start, end);
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        const attributes = open()?.attributes;
        if (attributes !== undefined && !attributes.has(name)) {
          attributes.set(name, value);
        }
      },
      onopentagend(end) {
        finish(end + 1);
      },
      onselfclosingtag(end) {
        const tag = open();
        if (tag !== undefined) {
          tag.selfClosing = true;
        }
        finish(end + 1);
      },
      onclosetag(start, end) {
        drafts.push({ type: 'close', start: before(start), name: html.slice(start, end).toLowerCase() });
        finish(end);
      },
      ontext(start, end) {
        addText(start, html.slice(start, end));
        finish(end);
      },
      ontextentity(codePoint, end) {
        addText(textEnd, String.fromCodePoint(codePoint));
        finish(end);
      },
      oncomment(start, end) {
        drafts.push({ type: 'other', start: before(start) });
        finish(end + 1);
      },
      oncdata(start, end) {
        drafts.push({ type: 'other', start: before(start) });
        finish(end + 1);
      },
      ondeclaration(start, end) {
        drafts.push({ type: 'other', start: before(start) });
        finish(end + 1);
      },
      onprocessinginstruction(start, end) {
        drafts.push({ type: 'other', start: before(start) });
        finish(end + 1);
      },
      onend() {
        // What is left over is looked at below.
      },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return closeGaps(html, drafts, finished);
}

/** Each token reaches to the next one; an unfinished tag at the end becomes text. */
function closeGaps(html: string, drafts: Draft[], finished: boolean): HtmlToken[] {
  const last = drafts.at(-1);
  if (last !== undefined && !finished) {
    drafts[drafts.length - 1] = { type: 'text', start: last.start, text: html.slice(last.start) };
  }
  if (drafts.length === 0 && html !== '') {
    drafts.push({ type: 'text', start: 0, text: html });
  }
  return drafts.map((draft, index) => ({ ...draft, end: drafts[index + 1]?.start ?? html.length }));
}
