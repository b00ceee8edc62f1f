import type { Extension as TreeExtension } from 'mdast-util-from-markdown';
import type { Node } from 'mdast';
import { markdownLineEnding, markdownSpace } from 'micromark-util-character';
import type { Code, Construct, Extension, State, Tokenizer } from 'micromark-util-types';

const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;
const PERCENT = 37;

/** One or more `{% … %}` tags that fill a line (`block`), or one inside of a text. */
export interface Liquid extends Node {
  type: 'liquid';
  block: boolean;
  /** As written, braces included. */
  value: string;
}

declare module 'mdast' {
  interface RootContentMap {
    liquid: Liquid;
  }
  interface PhrasingContentMap {
    liquid: Liquid;
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    liquidBlock: 'liquidBlock';
    liquidText: 'liquidText';
  }
}

function tokenizeTag(effects: Parameters<Tokenizer>[0], after: State, nok: State): State {
  const close: State = (code) => {
    if (code === CLOSING_BRACE) {
      effects.consume(code);
      return after;
    }
    return inside(code);
  };
  const inside = (code: Code): State | undefined => {
    if (code === null || markdownLineEnding(code)) {
      return nok(code);
    }
    effects.consume(code);
    return code === PERCENT ? close : inside;
  };
  const percent: State = (code) => {
    if (code !== PERCENT) {
      return nok(code);
    }
    effects.consume(code);
    return inside;
  };
  return (code) => {
    if (code !== OPENING_BRACE) {
      return nok(code);
    }
    effects.consume(code);
    return percent;
  };
}

const tagText: Construct = {
  name: 'liquidText',
  tokenize(effects, ok, nok) {
    const tag = tokenizeTag(
      effects,
      (code) => {
        effects.exit('liquidText');
        return ok(code);
      },
      nok,
    );
    return (code) => {
      effects.enter('liquidText');
      return tag(code);
    };
  },
};

/** Tags and blanks, up to the line's end. */
const tagBlock: Construct = {
  name: 'liquidBlock',
  concrete: true,
  tokenize(effects, ok, nok) {
    const after: State = (code) => {
      if (code === null || markdownLineEnding(code)) {
        effects.exit('liquidBlock');
        return ok(code);
      }
      if (markdownSpace(code)) {
        effects.consume(code);
        return after;
      }
      return tokenizeTag(effects, after, nok)(code);
    };
    return (code) => {
      effects.enter('liquidBlock');
      return tokenizeTag(effects, after, nok)(code);
    };
  },
};

/** `{% … %}` as blocks of their own, also right before and after a paragraph's lines, and within text. */
export const liquidSyntax: Extension = {
  flow: { [OPENING_BRACE]: tagBlock },
  text: { [OPENING_BRACE]: tagText },
};

export const liquidTree: TreeExtension = {
  enter: {
    liquidBlock(token) {
      this.enter({ type: 'liquid', block: true, value: this.sliceSerialize(token).trimEnd() }, token);
    },
    liquidText(token) {
      this.enter({ type: 'liquid', block: false, value: this.sliceSerialize(token) }, token);
    },
  },
  exit: {
    liquidBlock(token) {
      this.exit(token);
    },
    liquidText(token) {
      this.exit(token);
    },
  },
};
