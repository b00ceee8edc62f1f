import { describe, expect, it } from '@jest/globals';
import { parseHtml } from './html-tree.js';
import { findNavigation, type NavigationNode } from './site-navigation.js';

const pages = new Set(['a', 'b', 'c', 'd', 'e']);

function lines(html: string): string[] | undefined {
  const below = (nodes: readonly NavigationNode[], depth: number): string[] =>
    nodes.flatMap(({ key, title, isPart, nodes: inner }) => [`${'  '.repeat(depth)}${isPart === true ? '# ' : ''}${key ?? `(${title})`}`, ...below(inner, depth + 1)]);
  const found = findNavigation([parseHtml(html)], (address) => (pages.has(address) ? address : undefined));
  return found === undefined ? undefined : below(found, 0);
}

describe('findNavigation', () => {
  it('prefers the list of chapters to the bar at the top and the list within the page', () => {
    expect(
      lines('<nav><a href="a">A</a><a href="b">B</a></nav><aside class="sidebar"><ul><li><a href="a">A</a></li><li><span>More</span><ul><li><a href="c">C</a></li></ul></li><li><a href="d">D</a></li></ul></aside><main><nav class="toc"><ul><li><a href="#x">x</a></li></ul></nav></main>'),
    ).toEqual(['a', '(More)', '  c', 'd']);
  });

  it('reads captions of Sphinx as parts', () => {
    expect(lines('<div class="sphinxsidebar"><p class="caption"><span class="caption-text">One</span></p><ul><li class="toctree-l1"><a href="a">A</a><ul><li><a href="b">B</a></li></ul></li></ul><p class="caption">Two</p><ul><li><a href="c">C</a></li></ul></div>')).toEqual(['# (One)', 'a', '  b', '# (Two)', 'c']);
  });

  it('reads Docusaurus and VitePress', () => {
    expect(lines('<nav class="menu"><ul class="menu__list"><li><div class="menu__list-item-collapsible"><a href="a">A</a><button></button></div><ul><li><a href="b">B</a></li></ul></li><li><a href="c">C</a></li></ul></nav>')).toEqual(['a', '  b', 'c']);
    expect(lines('<aside class="VPSidebar"><nav><div class="group"><section><div class="item"><h2 class="text">Guide</h2></div><div class="items"><div><a href="a">A</a></div><div><a href="b">B</a></div></div></section></div></nav></aside>')).toEqual(['# (Guide)', 'a', 'b']);
  });

  it('finds none where fewer than two pages are listed', () => {
    expect(lines('<nav><a href="a">A</a><a href="https://elsewhere/">x</a></nav><p>x</p>')).toBeUndefined();
    expect(lines('<body><p><a href="a">A</a> <a href="b">B</a></p></body>')).toBeUndefined();
  });
});
