import {
  attention,
  autolink,
  characterEscape,
  characterReference,
  codeText,
  hardBreakEscape,
  htmlText,
  labelEnd,
  labelStartImage,
  labelStartLink,
} from 'micromark-core-commonmark';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import type { Code, Construct, Extension, State, TokenizeContext } from 'micromark-util-types';

type ConstructTable = Record<string, Construct | Construct[] | undefined>;

/** Units of work that one page's inline markup may cost; 100 KB of a book cost 0.05 million. */
const PAGE_BUDGET = 12_000_000;
/** What every attempt costs by itself, so that their number is bounded, too. */
const ATTEMPT_COST = 32;
/** Words that may begin an automatic link are cheap: their pieces are only merged again. */
const CHEAP = 1 / 16;
const DEAR = 1;
/** Emphasis is looked for among all its marks again at the paragraph's end. */
const DEAREST = 4;

/**
 * The tokenizer's inline constructs (emphasis, brackets, code, HTML, …) are quadratic in the number of
 * attempts within one paragraph, and a failing attempt may read to the paragraph's end. So every attempt
 * pays for the attempts before it in its paragraph and for what it read in vain; when the page's budget
 * is spent, the rest of the page's inline markup stays the text that it is. Ordinary pages spend
 * less than one per cent of it.
 */
class InlineBudget {
  private left = PAGE_BUDGET;
  private context: TokenizeContext | undefined;
  private attempts = 0;

  get spent(): boolean {
    return this.left <= 0;
  }

  attempt(context: TokenizeContext, weight: number): void {
    if (context !== this.context) {
      this.context = context;
      this.attempts = 0;
    }
    this.attempts += 1;
    this.left -= (ATTEMPT_COST + this.attempts) * weight;
  }

  readInVain(characters: number): void {
    this.left -= characters;
  }

  bound(construct: Construct, weight = DEAR): Construct {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- `this` inside is the tokenizer's, so the budget needs a name
    const budget = this;
    const allowed = construct.previous;
    return {
      ...construct,
      // The original of this name is disabled.
      name: `bounded ${construct.name ?? ''}`,
      previous(code: Code) {
        return !budget.spent && (allowed === undefined || allowed.call(this, code));
      },
      tokenize(effects, ok, nok) {
        if (budget.spent) {
          return nok;
        }
        budget.attempt(this, weight);
        const start = this.now().offset;
        const failed: State = (code) => {
          budget.readInVain(this.now().offset - start);
          return nok(code);
        };
        return construct.tokenize.call(this, effects, ok, failed);
      },
    };
  }

  boundAll(table: ConstructTable, weight = DEAR): ConstructTable {
    return Object.fromEntries(
      Object.entries(table).map(([code, constructs]) => [code, listOf(constructs).map((construct) => this.bound(construct, weight))]),
    );
  }
}

function listOf(constructs: Construct | Construct[] | undefined): Construct[] {
  return constructs === undefined ? [] : Array.isArray(constructs) ? constructs : [constructs];
}

function codeOf(character: string): number {
  return character.charCodeAt(0);
}

/** What each kind of automatic link can't be without, by the name of its construct. */
const AUTOMATIC_LINKS: ReadonlyMap<string | undefined, RegExp> = new Map([
  ['emailAutolink', /@/],
  ['protocolAutolink', /https?:/i],
  ['wwwAutolink', /www\./i],
]);

/** Each word of a text may begin an address of mail, so a page without an @ saves an attempt for each of its words. */
function automaticLinks(source: string): ConstructTable {
  const table = gfmAutolinkLiteral().text ?? {};
  const absent = [...AUTOMATIC_LINKS].filter(([, pattern]) => !pattern.test(source)).map(([name]) => name);
  const wanted = (construct: Construct): boolean => !absent.includes(construct.name);
  const entries = Object.entries(table).map(([code, constructs]): [string, Construct[]] => [code, listOf(constructs).filter(wanted)]);
  return Object.fromEntries(entries.filter(([, constructs]) => constructs.length > 0));
}

/** Markdown's inline constructs, automatic links and those of the given extensions, on one budget for this source. */
export function boundedInline(source: string, others: readonly Extension[]): Extension[] {
  const budget = new InlineBudget();
  const references = { [codeOf('&')]: budget.bound(characterReference, CHEAP) };
  const text: ConstructTable = {
    ...references,
    [codeOf('!')]: budget.bound(labelStartImage),
    [codeOf('*')]: budget.bound(attention, DEAREST),
    [codeOf('<')]: [budget.bound(autolink), budget.bound(htmlText)],
    [codeOf('[')]: budget.bound(labelStartLink),
    [codeOf('\\')]: [budget.bound(hardBreakEscape, CHEAP), budget.bound(characterEscape, CHEAP)],
    [codeOf(']')]: budget.bound(labelEnd),
    [codeOf('_')]: budget.bound(attention, DEAREST),
    [codeOf('`')]: budget.bound(codeText),
  };
  const replaced = [attention, autolink, characterEscape, characterReference, codeText, hardBreakEscape, htmlText, labelEnd, labelStartImage, labelStartLink];
  return [
    {
      text,
      string: { ...references, [codeOf('\\')]: budget.bound(characterEscape, CHEAP) },
      disable: { null: replaced.flatMap(({ name }) => (name === undefined ? [] : [name])) },
    },
    { text: budget.boundAll(automaticLinks(source), CHEAP) },
    ...others.map((extension) => ({ ...extension, text: budget.boundAll(extension.text ?? {}) })),
  ];
}
