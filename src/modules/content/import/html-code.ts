import type { Element, Nodes } from 'hast';
import {
  attribute,
  byTag,
  childElements,
  classesOf,
  element,
  findElement,
  hasClass,
  type Parent,
  rawText,
  replaceElements,
  text,
} from './html-tree.js';

const LANGUAGE_CLASS = /^(?:language|lang|highlight-source|highlight|brush|sourceCode-)[-:]([\w+#.-]+)/;
/** Class names beside a language's that say nothing of it. */
const NO_LANGUAGE = new Set(['hljs', 'highlight', 'default', 'notranslate', 'none', 'plaintext', 'sourceCode', 'numberSource']);

/**
 * Brings the markup of highlighters (hljs, Prism, Shiki, Pygments, Rouge, mdBook, Confluence) to
 * `<pre><code class="language-x">plain text</code></pre>`. Works on the tree as it was parsed, since
 * languages hide in attributes that cleaning drops.
 */
export function normalizeCode(root: Parent): void {
  replaceElements(root, (each) => {
    if (each.tagName === 'pre') return [codeBlock(languageOf([each]), each)];
    if (!isHighlighter(each)) return undefined;
    const code = codeOfHighlighter(each);
    return code === undefined ? undefined : [codeBlock(languageOf([code, each]), code)];
  });
}

/** A wrapper (`<div class="highlight">`, a figure, or a table with line numbers) that holds one piece of code and nothing to read beside it. */
function isHighlighter(each: Element): boolean {
  if (each.tagName === 'table') return hasClass(each, 'highlighttable', 'rouge-table', 'hljs-ln', 'lntable');
  if (each.tagName !== 'div' && each.tagName !== 'figure') return false;
  return (
    classesOf(each).some((name) => /^(?:highlight|codehilite|code-?block|code|sourceCode|expressive-code|code-toolbar|shiki)$/.test(name) || LANGUAGE_CLASS.test(name)) ||
    attribute(each, 'dataRehypePrettyCodeFigure') !== undefined
  );
}

function codeOfHighlighter(wrapper: Element): Element | undefined {
  const numbered = findElement(wrapper, (each) => each.tagName === 'td' && hasClass(each, 'code', 'rouge-code', 'lntd') && !isGutter(each));
  const all = [...preElements(numbered ?? wrapper)];
  // Line numbers in a piece of their own are dropped, but a single piece is the code, whatever is in it.
  const pieces = all.length === 1 ? all : all.filter((pre) => !isGutter(pre));
  const [found] = pieces;
  // Several pieces, as tabs have them, stay apart.
  if (found === undefined || pieces.length > 1 || hasOtherText(wrapper, found, numbered)) return undefined;
  return found;
}

function* preElements(scope: Element): Generator<Element> {
  const open = [scope];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.tagName === 'pre') yield next;
    else open.push(...childElements(next).reverse());
  }
}

function isGutter(each: Element): boolean {
  return hasClass(each, 'lineno', 'linenos', 'gutter', 'line-numbers-rows', 'gutter-line', 'hljs-ln-numbers', 'rouge-gutter') || isCounting(rawText(each));
}

/** Whether a text is nothing but numbers that count up by one. */
function isCounting(value: string): boolean {
  if (!/^[\s\d]+$/.test(value)) return false;
  const numbers = value.trim().split(/\s+/).map(Number);
  return numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1);
}

/** Whether the wrapper says something beside its code (a caption, a file name) that must not be lost. */
function hasOtherText(wrapper: Element, code: Element, numbered: Element | undefined): boolean {
  if (numbered !== undefined) return false;
  const all = rawText(wrapper).replace(/\s+/g, '').length;
  const own = rawText(code).replace(/\s+/g, '').length;
  const buttons = [...chromeText(wrapper, code)].join('').replace(/\s+/g, '').length;
  return all - own - buttons > 0;
}

function* chromeText(wrapper: Element, code: Element): Generator<string> {
  const open: Element[] = [wrapper];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === code) continue;
    if (isChrome(next)) yield rawText(next);
    else open.push(...childElements(next));
  }
}

/** Buttons, line numbers and language labels. */
function isChrome(each: Element): boolean {
  return each.tagName === 'button' || isLineNumber(each) || (each.tagName === 'span' && hasClass(each, 'lang')) || (each.tagName === 'pre' && isGutter(each));
}

function isLineNumber(each: Element): boolean {
  return hasClass(each, 'line-number', 'line-numbers', 'lineno', 'linenos', 'ln', 'line-numbers-rows', 'line-numbers-wrapper', 'hljs-ln-numbers');
}

function codeBlock(language: string | undefined, pre: Element): Element {
  const value = codeText(pre).replace(/^\r?\n/, '').replace(/\s+$/, '');
  return element('pre', {}, element('code', language === undefined ? {} : { className: [`language-${language}`] }, text(value)));
}

/** First language told by an element, the code in it, or a wrapper that was replaced together with it. */
function languageOf(elements: readonly Element[]): string | undefined {
  for (const each of elements) {
    const code = each.tagName === 'pre' ? findElement(each, byTag('code')) : undefined;
    for (const candidate of code === undefined ? [each] : [code, each]) {
      const language = languageOfElement(candidate);
      if (language !== undefined) return language;
    }
  }
  return undefined;
}

function languageOfElement(each: Element): string | undefined {
  const classes = classesOf(each);
  for (const name of classes) {
    const language = LANGUAGE_CLASS.exec(name)?.[1];
    if (language !== undefined) return cleanLanguage(language);
  }
  const told = attribute(each, 'dataLanguage') ?? attribute(each, 'dataLang') ?? (each.tagName === 'div' ? undefined : attribute(each, 'lang'));
  if (told !== undefined) return cleanLanguage(told);
  const brush = /brush:\s*([\w+#-]+)/.exec(`${attribute(each, 'dataSyntaxhighlighterParams') ?? ''} ${classes.join(' ')}`)?.[1];
  if (brush !== undefined) return cleanLanguage(brush);
  if (!classes.some((name) => name === 'hljs' || name === 'sourceCode')) return undefined;
  const beside = classes.find((name) => !NO_LANGUAGE.has(name) && /^[a-z][\w+#-]{0,20}$/.test(name));
  return beside === undefined ? undefined : cleanLanguage(beside);
}

function cleanLanguage(name: string): string | undefined {
  const language = name.toLowerCase();
  return NO_LANGUAGE.has(language) || language === '' ? undefined : language;
}

/** Text of code with the line breaks that its markup makes: `<br>`, and lines that are blocks of their own. */
function codeText(pre: Element): string {
  const pieces: string[] = [];
  const open: (Nodes | '\n')[] = [pre];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === '\n') breakLine(pieces);
    else if (next.type === 'text') pieces.push(next.value);
    else if (next.type === 'element' && (next === pre || !isChrome(next))) {
      if (next.tagName === 'br') pieces.push('\n');
      else {
        if (isLineBlock(next) || next.tagName === 'tr') open.push('\n');
        for (const child of [...next.children].reverse()) open.push(child);
      }
    }
  }
  return pieces.join('');
}

function isLineBlock(each: Element): boolean {
  return each.tagName === 'div' || (each.tagName === 'code' && hasClass(each, 'line'));
}

/** Ends a line, unless the markup had the line's end in its text as well. */
function breakLine(pieces: string[]): void {
  if (!(pieces.at(-1) ?? '').endsWith('\n')) pieces.push('\n');
}
