import type { Node } from 'mdast';
import type { Extension as TreeExtension } from 'mdast-util-from-markdown';
import { markdownLineEnding, markdownSpace } from 'micromark-util-character';
import type { Construct, Extension, State } from 'micromark-util-types';

const DOLLAR = 36;

/** A formula between `$$` and `$$`; as a `block` the two stand on lines of their own. */
export interface Formula extends Node {
  type: 'formula';
  block: boolean;
  value: string;
}

declare module 'mdast' {
  interface RootContentMap {
    formula: Formula;
  }
  interface PhrasingContentMap {
    formula: Formula;
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    formulaText: 'formulaText';
    formulaTextData: 'formulaTextData';
    formulaBlock: 'formulaBlock';
    formulaBlockFence: 'formulaBlockFence';
    formulaBlockLine: 'formulaBlockLine';
  }
}

const formulaText: Construct = {
  name: 'formulaText',
  tokenize(effects, ok, nok) {
    let empty = true;
    const dollar: State = (code) => {
      if (code !== DOLLAR) {
        return data(code);
      }
      effects.consume(code);
      effects.exit('formulaTextData');
      effects.exit('formulaText');
      return ok;
    };
    const data: State = (code) => {
      if (code === null || markdownLineEnding(code)) {
        effects.exit('formulaTextData');
        return between(code);
      }
      effects.consume(code);
      if (code === DOLLAR) {
        // `$$` and `$$` around nothing but blanks are no formula.
        return empty ? nok : dollar;
      }
      empty &&= markdownSpace(code);
      return data;
    };
    const between: State = (code) => {
      if (code === null) {
        return nok(code);
      }
      if (markdownLineEnding(code)) {
        effects.enter('lineEnding');
        effects.consume(code);
        effects.exit('lineEnding');
        return between;
      }
      // Of a line that had no token of its own, as the last one of a paragraph, the tokenizer would never find the end.
      effects.enter('formulaTextData');
      return data(code);
    };
    const second: State = (code) => {
      if (code !== DOLLAR) {
        return nok(code);
      }
      effects.consume(code);
      return between;
    };
    return (code) => {
      effects.enter('formulaText');
      effects.consume(code);
      return second;
    };
  },
};

/** `$$` and blanks fill a line. */
const fenceLine: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    let size = 0;
    const blanks: State = (code) => {
      if (markdownSpace(code)) {
        effects.consume(code);
        return blanks;
      }
      effects.exit('formulaBlockFence');
      return code === null || markdownLineEnding(code) ? ok(code) : nok(code);
    };
    const dollars: State = (code) => {
      if (code === DOLLAR && size < 2) {
        size += 1;
        effects.consume(code);
        return dollars;
      }
      return size < 2 ? nok(code) : blanks(code);
    };
    const indent: State = (code) => {
      if (markdownSpace(code)) {
        effects.consume(code);
        return indent;
      }
      return dollars(code);
    };
    return (code) => {
      effects.enter('formulaBlockFence');
      return indent(code);
    };
  },
};

/** A line that still belongs to the quote or list which holds the formula. */
const nextLine: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const lineStart: State = (code) => (this.parser.lazy[this.now().line] === true ? nok(code) : ok(code));
    return (code) => {
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      return lineStart;
    };
  },
};

const formulaBlock: Construct = {
  name: 'formulaBlock',
  concrete: true,
  tokenize(effects, ok, nok) {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- states need the tokenizer's own object, and are called without one
    const tokenizer = this;
    const finish: State = (code) => {
      effects.exit('formulaBlock');
      return ok(code);
    };
    const lineEnd: State = (code) => (code === null ? finish(code) : effects.check(nextLine, nextOne, finish)(code));
    const nextOne: State = (code) => {
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      return effects.attempt(fenceLine, finish, line);
    };
    const line: State = (code) => {
      if (code === null || markdownLineEnding(code)) {
        return lineEnd(code);
      }
      effects.enter('formulaBlockLine');
      return lineData(code);
    };
    const lineData: State = (code) => {
      if (code === null || markdownLineEnding(code)) {
        effects.exit('formulaBlockLine');
        return lineEnd(code);
      }
      effects.consume(code);
      return lineData;
    };
    return (code) => {
      effects.enter('formulaBlock');
      // Asked whether it would end a paragraph, it mustn't wait for the next line.
      return effects.attempt(fenceLine, (next) => (tokenizer.interrupt === true ? ok(next) : lineEnd(next)), nok)(code);
    };
  },
};

/** `$$…$$` within text and between lines that are `$$`, as GitBook and others write formulas. */
export const mathSyntax: Extension = {
  flow: { [DOLLAR]: formulaBlock },
  text: { [DOLLAR]: formulaText },
};

const LINE_END = /\r\n|[\r\n]/g;
const OUTER_LINE_END = /^\n|\n$/g;

export const mathTree: TreeExtension = {
  enter: {
    formulaText(token) {
      const value = this.sliceSerialize(token).slice(2, -2).replace(LINE_END, ' ').trim();
      this.enter({ type: 'formula', block: false, value }, token);
    },
    formulaBlock(token) {
      this.enter({ type: 'formula', block: true, value: '' }, token);
      this.buffer();
    },
    formulaBlockLine(token) {
      this.config.enter.data?.call(this, token);
    },
  },
  exit: {
    formulaText(token) {
      this.exit(token);
    },
    formulaBlockLine(token) {
      this.config.exit.data?.call(this, token);
    },
    formulaBlock(token) {
      const value = this.resume().replace(LINE_END, '\n').replace(OUTER_LINE_END, '');
      const node = this.stack.at(-1);
      if (node?.type === 'formula') {
        node.value = value;
      }
      this.exit(token);
    },
  },
};
