import type { Outcome } from '../history.js';
import { type Hand, idIn } from './hand.js';

const MOST_ATTEMPTS = 3;

/** Adds lines to pages that all clients add to: what two of them add at the same place is in conflict. */
export class Contending {
  constructor(private readonly hand: Hand) {}

  readonly addLine = async (): Promise<void> => {
    const { hand } = this;
    const page = hand.one(hand.ground.sharedPages) ?? '';
    const all = page.replace(/\/content\/.*/, '/change-requests');
    const id = await hand.create({ method: 'POST', path: all, body: { subject: hand.text('addition') } });
    if (id === undefined) return;
    const [path, text] = [`${all}/${id}`, hand.text('line')];
    if (!(await this.rewrite(path, page, (paragraphs) => paragraphs.splice(hand.random(paragraphs.length + 1), 0, text)))) return;
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
      const merged = resultOf(await hand.write({ method: 'POST', path: `${path}/merge` }, [409]));
      if (merged === 'merge') hand.history.lines.push({ path: page, text });
      if (merged !== 'conflicts') return;
      hand.history.conflicts += 1;
      const updated = resultOf(await hand.write({ method: 'POST', path: `${path}/update` }, [409]));
      // Both sides of each conflict stay.
      if (updated === 'conflicts' && !(await this.rewrite(path, page, withoutMarkers))) return;
      if (updated === undefined) return;
    }
  };

  /** False when nobody knows: then the change request is left, as what arrives late would change what was read. */
  private async rewrite(path: string, page: string, change: (paragraphs: string[]) => void): Promise<boolean> {
    const found = await this.hand.read(`${path}/content/page/${idIn(page)}`);
    if (found === undefined) return false;
    const paragraphs = String(found.markdown).split('\n').filter((line) => line !== '');
    change(paragraphs);
    const changes = [{ operation: 'update_page', page: idIn(page), document: { markdown: `${paragraphs.join('\n\n')}\n` } }];
    return (await this.hand.write({ method: 'POST', path: `${path}/content`, body: { changes } })).kind === 'acknowledged';
  }
}

function withoutMarkers(paragraphs: string[]): void {
  const kept = paragraphs.filter((line) => !/^(<{7}|={7}|>{7})/.test(line));
  paragraphs.splice(0, paragraphs.length, ...kept);
}

function resultOf(outcome: Outcome): string | undefined {
  return outcome.kind === 'acknowledged' ? String(outcome.body?.result) : undefined;
}
