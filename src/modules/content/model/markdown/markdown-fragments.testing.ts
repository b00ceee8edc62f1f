import fc from 'fast-check';

const SAMPLES = [
  'word', 'two words', 'snake_case_word', '設計', '&#35373;', '&amp;', '\\*', '\\', '**bold**', '*it*', '_it_', '`code`', '~~s~~', '**', '*', '_', '~~', '`', '``', '[', ']', '(', ')', '![', '[a](b)', '[a](<b c> "t")',
  '![alt](p.png)', '<https://x.y>', 'http://x.y/z', 'www.x.y', 'm@x.org', '[^1]', '[^1]: note', '[r]', '[r]: u', '<b>', '</b>', '<kbd>K</kbd>', '<sup>2</sup>', '<br>', '<!-- c -->', '<mark style="color:red;">m</mark>',
  '<code class="expression">space.vars.x</code>', '<a href="u" class="button primary">B</a>', '<i class="fa-bolt"></i>', '<img src="i.png" alt="a">', '<span id="s">', '</span>', '<div align="center">', '</div>', '<p align="center">P</p>',
  '<span data-gb-custom-inline data-tag="emoji" data-code="1f6a9">🚩</span>', '<span class="math">x_1</span>', '<div data-gb-custom-block data-tag="hint" data-style="danger" class="hint hint-danger"><p>D</p><p>E</p></div>',
  '<ul class="contains-task-list"><li><input type="checkbox" checked>T</li><li><input type="checkbox">U</li></ul>', '<table data-search="false" border="1"><tr><td><ul class="contains-task-list"><li><input type="checkbox">V</li></ul></td></tr></table>', '# H <a href="#h-1" id="h-1"></a>',
  '<details>', '<summary>S</summary>', '</details>', '<figure><img src="f.png" alt=""><figcaption>cap</figcaption></figure>', '<table><tr><th>H</th></tr><tr><td>C</td></tr></table>', '# H', '## H2', '###### H6', '- item', '  - sub', '1. one',
  '7) seven', '- [ ] todo', '- [x] done', '> quote', '---', '***', '===', '```js', '```', '~~~', '    indented', '| a | b |', '|---|:-:|', '| c \\| d | e |', '$$x^2$$', '$$', '$', '{% hint style="info" %}', '{% endhint %}', '{% tabs %}',
  '{% tab title="T" %}', '{% endtab %}', '{% endtabs %}', '{% code title="x" %}', '{% endcode %}', '{% embed url="u" %}', '{% endembed %}', '{% file src="f" %}', '{% endfile %}', '{% content-ref url="c" %}', '{% endcontent-ref %}', '{% stepper %}',
  '{% step %}', '{% endstep %}', '{% endstepper %}', '{% columns %}', '{% column %}', '{% endcolumn %}', '{% endcolumns %}', '{% openapi src="s" path="/p" method="get" %}', '{% endopenapi %}', '{% unknown %}', '{%', '%}', '<', '>', '&', '+', '=', '#', '|', ':smile:', '!',
];

const pieces = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...SAMPLES) }, { weight: 1, arbitrary: fc.string({ maxLength: 4 }) }, { weight: 1, arbitrary: fc.string({ maxLength: 3, unit: 'binary' }) });
const separators = fc.constantFrom('', '', ' ', ' ', '\n', '\n', '\n\n', '\n\n', '  \n', '\t', '\r\n');

/** Markdown, HTML and `{% %}` in pieces that fit together or don't. */
export const markdownFragments: fc.Arbitrary<string> = fc
  .array(fc.tuple(pieces, separators), { maxLength: 24 })
  .map((parts) => parts.map(([piece, separator]) => piece + separator).join(''));
