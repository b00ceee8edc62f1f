import type { Element, Root } from 'hast';
import { attribute, classesOf, element, findElement, hasClass, rawText, replaceElements, text } from './html-tree.js';

/** Class of the `code` that stands for a formula until the conversion to Markdown. */
export const FORMULA = 'x-formula';

/** What KaTeX, MathJax and MediaWiki wrap around the picture of a formula and its source. */
const WRAPPER = /^(?:katex|katex-display|MathJax|MathJax_Display|mwe-math-element|mjx-container)$/;

/** Formulas whose TeX the document tells beside or instead of their picture, so that they stay formulas. */
export function markFormulas(content: Root): void {
  replaceElements(content, (each) => {
    if (hasClass(each, 'MathJax_Preview')) return [];
    const tex = texOf(each);
    if (tex === undefined) return undefined;
    const formula = element('code', { className: [FORMULA] }, text(tex));
    return [each.tagName === 'div' ? element('p', {}, formula) : formula];
  });
}

function texOf(each: Element): string | undefined {
  if (each.tagName === 'script') return /^math\/tex/i.test(attribute(each, 'type') ?? '') ? cleanTex(rawText(each)) : undefined;
  if (each.tagName === 'math' || each.tagName === 'mjx-container' || classesOf(each).some((name) => WRAPPER.test(name))) {
    const source = findElement(each, ({ tagName, properties }) => tagName === 'annotation' && /^application\/x-tex$/i.test(String(properties['encoding'])));
    return source === undefined ? undefined : cleanTex(rawText(source));
  }
  if (!hasClass(each, 'math', 'arithmatex')) return undefined;
  const [, inline, display] = /^\s*(?:\\\(([^]*)\\\)|\\\[([^]*)\\\])\s*$/.exec(rawText(each)) ?? [];
  return cleanTex(inline ?? display ?? '');
}

/** On one line, and such that readers who know no formulas find neither HTML, tags nor links in it; blanks mean nothing in TeX. */
function cleanTex(source: string): string | undefined {
  const whole = source.replace(/\s+/g, ' ').trim();
  const tex = /^\{\\displaystyle ([^]*)\}$/.exec(whole)?.[1]?.trim() ?? whole;
  if (tex === '' || /\$\$|^\$|\$$/.test(tex)) return undefined;
  return tex.replace(/<(?=[a-z/!?])/gi, '< ').replace(/\{(?=%)/g, '{ ').replace(/\](?=[([])/g, '] ');
}
