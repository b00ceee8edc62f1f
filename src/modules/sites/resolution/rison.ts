/** Rison: values as JSON has them, in a notation for addresses, such as `(isBeta:!t,plan:pro)`. */

const DEEPEST = 20;
const NAME = /[^\s'!:(),*@$-][^\s'!:(),*@$]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e-?\d+)?/y;
const CONSTANTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([['!t', true], ['!f', false], ['!n', null]]);

/** The value; undefined for what is none. */
export function readRison(text: string): unknown {
  const reader = new Reader(text);
  const value = reader.value(0);
  return reader.isAtEnd() ? value : undefined;
}

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  value(depth: number): unknown {
    if (depth > DEEPEST) return undefined;
    if (this.takes('!(')) return this.list(depth);
    if (this.takes('(')) return this.object(depth);
    if (this.takes("'")) return this.quoted();
    const constant = this.text.slice(this.at, this.at + 2);
    if (CONSTANTS.has(constant)) {
      this.at += 2;
      return CONSTANTS.get(constant);
    }
    const number = this.match(NUMBER);
    return number === undefined ? this.match(NAME) : Number(number);
  }

  private list(depth: number): unknown[] | undefined {
    const items: unknown[] = [];
    if (this.takes(')')) return items;
    do {
      const item = this.value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
    } while (this.takes(','));
    return this.takes(')') ? items : undefined;
  }

  private object(depth: number): object | undefined {
    const fields: [string, unknown][] = [];
    if (this.takes(')')) return {};
    do {
      const name = this.takes("'") ? this.quoted() : this.match(NAME);
      const value = name !== undefined && this.takes(':') ? this.value(depth + 1) : undefined;
      if (name === undefined || value === undefined) return undefined;
      fields.push([name, value]);
    } while (this.takes(','));
    return this.takes(')') ? Object.fromEntries(fields) : undefined;
  }

  private quoted(): string | undefined {
    let text = '';
    for (; this.at < this.text.length; this.at += 1) {
      const character = this.text[this.at] ?? '';
      if (character === "'") {
        this.at += 1;
        return text;
      }
      if (character === '!') this.at += 1;
      const escaped = this.text[this.at] ?? '';
      if (character === '!' && escaped !== '!' && escaped !== "'") return undefined;
      text += escaped;
    }
    return undefined;
  }

  private takes(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [];
    this.at += found?.length ?? 0;
    return found;
  }
}
