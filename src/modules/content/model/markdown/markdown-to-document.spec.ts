import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { documentToMarkdown } from './document-to-markdown.js';
import type { Block, Fragment, InlineNode, JsonDocument } from './json-document.js';
import { markdownFragments } from './markdown-fragments.testing.js';
import { plainText } from './plain-text.testing.js';
import { markdownToDocument } from './markdown-to-document.js';
import { validateDocument } from './validate-document.js';

type Any = Block | InlineNode | Fragment;

/** A tree in short: `type{data}[nodes]`, texts with their marks before them. */
function outline(node: Any): string {
  if (node.object === 'text') {
    return node.leaves.map(({ text, marks }) => `${marks.map(({ type, data }) => (data === undefined ? type : type + JSON.stringify(data))).join('+')}'${text}'`).join(' ');
  }
  const data = node.object === 'fragment' || Object.keys(node.data).length === 0 ? '' : JSON.stringify(node.data).replace(/"/g, '');
  const fragments = node.object === 'fragment' ? [] : (node.fragments ?? []);
  const inside = [...(node.nodes ?? []), ...fragments].map(outline).join(', ');
  return `${node.type ?? ''}${data}${inside === '' ? '' : `[${inside}]`}`;
}

const read = (markdown: string): string[] => markdownToDocument(markdown).nodes.map(outline);

/** What readers see of a tree, in order. */
function visible(value: unknown): string {
  if (Array.isArray(value)) {
    return value.map(visible).join('');
  }
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'string' ? value : '';
  }
  const shown = Object.entries(value).filter(([key]) => key !== 'ref' && key !== 'kind');
  const { object, type, leaves, data, nodes, fragments, ...rest }: Record<string, unknown> = Object.fromEntries(shown);
  if (object === undefined) {
    return visible(Object.values(rest)) + visible([type, leaves, data, nodes, fragments].filter((one) => typeof one === 'string'));
  }
  if (object === 'text') {
    return Array.isArray(leaves) ? leaves.map((leaf: unknown) => (typeof leaf === 'object' && leaf !== null && 'text' in leaf ? String(leaf.text) : '')).join('') : '';
  }
  const ownData = object === 'document' || type === 'link' || type === 'icon' ? '' : visible(data);
  return ownData + visible(nodes) + visible(fragments);
}

describe('blocks', () => {
  it.each<[name: string, markdown: string, blocks: string[]]>([
    ['paragraphs and breaks', 'a\nb  \nc', ["paragraph['a b\nc']"]],
    ['headings', '# A\n### B\n###### C', ["heading-1{id:a}['A']", "heading-3{id:b}['B']", "heading-3{id:c}['C']"]],
    ['headings with ids', '## A <a href="#x" id="x"></a>\n\n<h2 id="y" align="center">B</h2>', ["heading-2{id:x}['A']", "heading-2{id:y,align:center}['B']"]],
    ['lists', '3. a\n4. b\n   - c', ["list-ordered{start:3}[list-item[paragraph['a']], list-item[paragraph['b'], list-unordered[list-item[paragraph['c']]]]]"]],
    ['tasks', '- [ ] a\n- [x] b', ["list-tasks[list-item{checked:false}[paragraph['a']], list-item{checked:true}[paragraph['b']]]"]],
    ['dividers and quotes', '***\n> a', ['divider', "blockquote[paragraph['a']]"]],
    ['code', '```js x=1\na\n\nb\n```', ["code{syntax:js,meta:x=1}[code-line['a'], code-line[''], code-line['b']]"]],
    ['titled code', '{% code title="f.js" overflow="wrap" lineNumbers="true" %}\n```js\na\n```\n{% endcode %}', ["code{syntax:js,title:f.js,overflow:wrap,lineNumbers:true}[code-line['a']]"]],
    ['highlighted code', '<pre class="language-js"><code class="lang-js">a\n<strong>b\n</strong>c</code></pre>', ["code{syntax:js}[code-line['a'], code-line{highlighted:true}['b'], code-line['c']]"]],
    ['formulas', '$$\na\nb\n$$\n\n$$c$$', ['math{formula:a\\nb}', 'math{formula:c}']],
    ['images', '![a](b.png "c")', ["images[image{ref:{kind:url,url:b.png},alt:a}[caption[paragraph['c']]]]"]],
    [
      'figures',
      '<div align="left"><figure><picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="l.png" alt="A" width="300"></picture><figcaption><p>C <b>d</b></p></figcaption></figure></div>',
      ["images{align:left}[image{ref:{kind:url,url:l.png},refDark:{kind:url,url:d.png},alt:A,width:300}[caption[paragraph['C ' bold'd']]]]"],
    ],
    ['hints', '{% hint style="warning" %}\na\n\n- b\n{% endhint %}', ["hint{style:warning}[paragraph['a'], list-unordered[list-item[paragraph['b']]]]"]],
    ['hints on one line', '{% hint style="danger" %} a **b** {% endhint %}', ["hint{style:danger}[paragraph['a ' bold'b']]"]],
    ['hints whose tags stand on the lines of their text', '{% hint style="info" %} a\n\n- b\n\nc {% endhint %}\n\nd', ["hint{style:info}[paragraph['a'], list-unordered[list-item[paragraph['b']]], paragraph['c']]", "paragraph['d']"]],
    ['tags on lines without their counterpart', '{% hint %} a\n\n{% hint %}b{% endhint %}', ["paragraph['{% hint %} a']", "hint{style:info}[paragraph['b']]"]],
    ['tabs', '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n\n{% tab title="B" %}\n{% endtab %}\n{% endtabs %}', ["tabs[tabs-item{title:A}[paragraph['a']], tabs-item{title:B}[paragraph['']]]"]],
    ['steppers', '{% stepper %}\n{% step %}\na\n{% endstep %}\n{% endstepper %}', ["stepper[stepper-step[paragraph['a']]]"]],
    ['columns', '{% columns %}\n{% column width="50%" valign="middle" %}\na\n{% endcolumn %}\n{% endcolumns %}', ["columns[column{width:50%,verticalAlignment:middle}[paragraph['a']]]"]],
    ['embeds', '{% embed url="u" %}\n\n{% embed url="v" %}\ncap\n{% endembed %}', ['embed{url:u}', "embed{url:v}[caption[paragraph['cap']]]"]],
    ['files', '{% file src="f.pdf" %}', ['file{ref:{kind:url,url:f.pdf}}']],
    ['content references', '{% content-ref url="p.md" %}\n[p.md](p.md)\n{% endcontent-ref %}', ['content-ref{ref:{kind:url,url:p.md}}']],
    ['reusable content', '{% include "x.md" %}', ['reusable-content{ref:{kind:url,url:x.md}}']],
    ['operations', '{% openapi-operation spec="pets" path="/p" method="get" %}', ['openapi-operation{path:/p,method:get,ref:{kind:openapi,spec:pets}}']],
    ['specifications', '{% openapi src="s.yaml" path="/p" method="get" %}\n[s.yaml](s.yaml)\n{% endopenapi %}', ['openapi-operation{path:/p,method:get,ref:{kind:url,url:s.yaml}}']],
    ['integrations', '{% @mermaid/diagram content="a" %}', ['integration{integration:mermaid,block:diagram,props:{content:a}}']],
    ['conditions', '{% if visitor.claims.a == "b" %}\na\n{% endif %}', ["if{expression:visitor.claims.a == \\b\\}[paragraph['a']]"]],
    ['expandables', '<details>\n<summary>A <b>b</b></summary>\n\n- c\n\n</details>', ["expandable[expandable-title[paragraph['A ' bold'b']], expandable-body[list-unordered[list-item[paragraph['c']]]]]"]],
    ['hints in HTML', '<div data-gb-custom-block data-tag="hint" data-style="danger" class="hint hint-danger"><p>a</p><ul><li>b</li></ul></div>', ["hint{style:danger}[paragraph['a'], list-unordered[list-item[paragraph['b']]]]"]],
    ['tasks in HTML', '<ul class="contains-task-list"><li><input type="checkbox" checked>a</li><li class="task-list-item"><input type="checkbox">b</li></ul>', ["list-tasks[list-item{checked:true}[paragraph['a']], list-item{checked:false}[paragraph['b']]]"]],
    ['one heading for each id', '## A <a href="#b" id="b"></a>\n\n## B\n\n## B', ["heading-2{id:b}['A']", "heading-2{id:b-1}['B']", "heading-2{id:b-2}['B']"]],
    ['aligned paragraphs', '<p align="right">a</p>', ["paragraph{align:end}['a']"]],
  ])('has %s', (_, markdown, blocks) => {
    expect(read(markdown)).toEqual(blocks);
  });

  it('has tables', () => {
    const [table] = markdownToDocument('| A | **B** |\n|---|:-:|\n| `c` | d\\|e |\n| f |').nodes;
    expect(table?.data['view']).toEqual({ type: 'grid', columns: ['column-1', 'column-2'] });
    expect(table?.data['definition']).toEqual({
      'column-1': { id: 'column-1', type: 'text', title: 'A' },
      'column-2': { id: 'column-2', type: 'text', title: 'B', align: 'center' },
    });
    expect(Object.values(table?.data['records'] ?? {})).toMatchObject([
      { orderIndex: 'a0', values: { 'column-1': 'record-1-column-1', 'column-2': 'record-1-column-2' } },
      { orderIndex: 'a1', values: { 'column-1': 'record-2-column-1' } },
    ]);
    expect(table?.fragments?.map(outline)).toEqual(["table-header[paragraph[bold'B']]", "table-cell[paragraph[code'c']]", "table-cell[paragraph['d|e']]", "table-cell[paragraph['f']]"]);
  });

  it('has tables of HTML, whatever attributes they have, with hints, tasks, emoji and formulas in their cells', () => {
    const cells = [
      '<p>a</p><div data-gb-custom-block data-tag="hint" data-style="info" class="hint hint-info"><p>b</p></div>',
      '<ul class="contains-task-list"><li><input type="checkbox">c</li></ul>',
      '<span data-gb-custom-inline data-tag="emoji" data-code="1f6a9">🚩</span> d <span class="math">e_1</span>',
    ];
    const document = markdownToDocument(`<table data-search="false" border="1"><tbody><tr class="x">${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></tbody></table>`);
    const [table] = document.nodes;
    expect(table?.data['view']).toEqual({ type: 'grid', columns: ['column-1', 'column-2', 'column-3'], hideHeader: true, search: false });
    expect(table?.fragments?.map(outline)).toEqual([
      "table-cell[paragraph['a'], hint{style:info}[paragraph['b']]]",
      "table-cell[list-tasks[list-item{checked:false}[paragraph['c']]]]",
      "table-cell[paragraph[emoji{code:1f6a9}, ' d ', inline-math{formula:e_1}]]",
    ]);
    expect(markdownToDocument(documentToMarkdown(document))).toEqual(document);
  });

  it('has tables with cells that span columns and rows', () => {
    const [table] = markdownToDocument('<table><tr><td rowspan="2">a</td><td colspan="2">b</td><td>c</td></tr><tr><td>d</td><td>e</td></tr><tr><td colspan="1000000">f</td></tr></table>').nodes;
    expect(table?.data['view']).toMatchObject({ columns: ['column-1', 'column-2', 'column-3', 'column-4'] });
    expect(table?.fragments?.map(({ fragment, nodes }) => `${fragment ?? ''} ${nodes.map(outline).join()}`)).toEqual([
      "record-1-column-1 paragraph['a']", "record-1-column-2 paragraph['b']", "record-1-column-4 paragraph['c']",
      "record-2-column-2 paragraph['d']", "record-2-column-3 paragraph['e']", "record-3-column-1 paragraph['f']",
    ]);
  });

  it.each([
    ['HTML', `<table><tr>${'<td>a</td>'.repeat(5_000)}</tr>${'<tr></tr>'.repeat(50_000)}</table>`],
    ['Markdown', `${'|a'.repeat(499)}\n${'|-'.repeat(499)}\n${'|\n'.repeat(20_000)}`],
    ['HTML that spans', `<table>${'<tr><td colspan="99999" rowspan="99999">a</td><td></td></tr>'.repeat(10_000)}</table>`],
  ])('costs no more than its cells where few rows of %s are wide', (_, markdown) => {
    const records = Object.values(markdownToDocument(markdown).nodes[0]?.data['records'] ?? {});
    expect(records.length).toBeGreaterThan(9_000);
  });

  it('has cards with typed columns', () => {
    const head = '<th></th><th data-type="checkbox"></th><th data-type="number">N</th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th><th data-type="select"></th>';
    const row = '<td><strong>T</strong></td><td>true</td><td>1.5</td><td><a href="p.md">p.md</a></td><td><a href="a/c.png">c.png</a></td><td><span data-option="o1">One, </span></td>';
    const [table] = markdownToDocument(`<table data-view="cards" data-card-size="large"><thead><tr>${head}</tr></thead><tbody><tr>${row}</tr></tbody></table>`).nodes;
    expect(table?.data['view']).toEqual({ type: 'cards', cardSize: 'large', columns: ['column-1', 'column-2', 'column-3', 'column-6'], targetDefinition: 'column-4', coverDefinition: 'column-5' });
    expect(table?.data['records']).toEqual({
      'record-1': {
        orderIndex: 'a0',
        values: { 'column-1': 'record-1-column-1', 'column-2': true, 'column-3': 1.5, 'column-4': { kind: 'url', url: 'p.md' }, 'column-5': [{ kind: 'url', url: 'a/c.png' }], 'column-6': ['o1'] },
      },
    });
  });
});

describe('inlines and marks', () => {
  it.each<[name: string, markdown: string, inlines: string]>([
    ['marks', '**a *b*** ~~c~~ `d`', "bold'a ' bold+italic'b' ' ' strikethrough'c' ' ' code'd'"],
    ['marks by HTML', 'a<sup>b</sup><sub>c</sub><kbd>d</kbd><b>e</b>', "'a' superscript'b' subscript'c' keyboard'd' bold'e'"],
    ['colors', '<mark style="color:red;background-color:blue;">a</mark>', "color{\"text\":\"red\",\"background\":\"blue\"}'a'"],
    ['links', '[a](b "c")', "link{ref:{kind:url,url:b},title:c}['a']"],
    ['formulas', 'a $$b_c$$', "'a ', inline-math{formula:b_c}"],
    ['formulas that end a paragraph on another line', 'a $$b\nc$$', "'a ', inline-math{formula:b c}"],
    ['images', 'a <img src="b.png" alt="c" data-size="line">', "'a ', inline-image{ref:{kind:url,url:b.png},alt:c,size:line}"],
    ['buttons', '<a href="u" class="button secondary" data-icon="bolt">Go</a>', 'button{label:Go,kind:secondary,icon:bolt,ref:{kind:url,url:u}}'],
    ['icons', '<i class="fa-bolt">:bolt:</i>', 'icon{icon:bolt}'],
    ['emoji', '<span data-gb-custom-inline data-tag="emoji" data-code="1f6a9">🚩</span> a', "emoji{code:1f6a9}, ' a'"],
    ['formulas in HTML', 'a <span class="math">b</span>', "'a ', inline-math{formula:b}"],
    ['expressions', '<code class="expression">space.vars.x</code>', 'expression{expression:space.vars.x}'],
    ['emoji codes as text', ':smile:', "':smile:'"],
    ['unknown tags as text', 'a <span class="x">b</span> {% c %}', "'a <span class=\"x\">b</span> {% c %}'"],
  ])('has %s', (_, markdown, inlines) => {
    expect(read(markdown)).toEqual([`paragraph[${inlines}]`]);
  });

  it('has notes, each at its first mark', () => {
    expect(read('a[^1] <a data-footnote-ref href="#user-content-fn-n">b</a> c[^1]\n\n[^1]: x [^n]\n\n[^n]: y\n\n[^z]: z')).toEqual([
      "paragraph['a', annotation[annotation-body[paragraph['x ', annotation[annotation-body[paragraph['y']]]]]], ' <a data-footnote-ref href=\"#user-content-fn-n\">b</a> c[^1]']",
      "paragraph['[^z]:']",
      "paragraph['z']",
    ]);
  });

  it('keeps what has no place', () => {
    expect(read('<!-- a -->\n\n{% unknown %}\n\n{% hint %}\n\n{% endtab %}\n\n[b]: c "d"\n\n<div class="x">\n\ne')).toEqual([
      "paragraph['<!-- a -->']",
      "paragraph['{% unknown %}']",
      "paragraph['{% hint %}']",
      "paragraph['{% endtab %}']",
      "paragraph['[b]: c \"d\"']",
      "paragraph['<div class=\"x\">']",
      "paragraph['e']",
    ]);
  });
});

describe('references', () => {
  it('are resolved by the caller', () => {
    const kinds: string[] = [];
    const document = markdownToDocument('[a](p.md) ![b](i.png)\n\n{% file src="f" %}', (address, kind) => {
      kinds.push(`${kind} ${address}`);
      return address === 'p.md' ? { kind: 'page', page: 'id' } : undefined;
    });
    expect(kinds).toEqual(['link p.md', 'image i.png', 'file f']);
    expect(document.nodes.map(outline)[0]).toContain('link{ref:{kind:page,page:id}}');
    expect(documentToMarkdown(document, (reference) => (reference.kind === 'page' ? 'other.md' : undefined))).toContain('[a](other.md)');
  });
});

describe('any Markdown', () => {
  it('loses no word', () => {
    fc.assert(
      fc.property(markdownFragments, (markdown) => {
        const raw = visible(markdownToDocument(markdown)).replace(/\s+/g, '');
        const all = [raw, raw.replace(/<\/?[a-z][^<>]*>|<!--.*?-->/g, ''), raw.replace(/\{%.*?%\}/g, '')];
        const lost = (plainText(markdown).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !all.some((text) => text.includes(word)));
        expect(lost).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('is the same tree again after writing it', () => {
    fc.assert(
      fc.property(markdownFragments, (markdown) => {
        const document = markdownToDocument(markdown);
        expect(markdownToDocument(documentToMarkdown(document))).toEqual(document);
      }),
      { numRuns: 700 },
    );
  });

  it('is a document that would be accepted', () => {
    fc.assert(
      fc.property(markdownFragments, (markdown) => {
        const document = markdownToDocument(markdown);
        expect(validateDocument(JSON.parse(JSON.stringify(document)))).toEqual(document);
      }),
      { numRuns: 300 },
    );
  });

  const nested = (start: string, end: string): string => start.repeat(2000) + end.repeat(2000);
  it.each([
    nested('<div>', '</div>'), nested('<ul><li>', '</li>x</ul>'), nested('<figure><figcaption>', '</figcaption><b></figure>'), nested('{% tabs %}\n{% tab %}\n', '{% endtab %}\nx\n{% endtabs %}\n'),
    nested('{% hint %}\n', '{% endhint %}\n'), nested('<details>\n\n', '</details>\n\n'), nested('<table><tr><td>', '</td></tr></table>'), nested('a<b>', '</b>'), nested('*a ', 'b*'), nested('> - ', 'a'), nested('{% embed url="a" %}\n', ''),
    `[^0]\n\n${Array.from({ length: 2000 }, (_, index) => `[^${String(index)}]: x [^${String(index + 1)}] [^${String(index + 1)}]\n\n`).join('')}`,
  ])('is read and written when it is nested deeply: %#', (markdown) => {
    const document = markdownToDocument(markdown);
    expect(validateDocument(document)).toEqual(document);
    expect(() => documentToMarkdown(document)).not.toThrow();
  });
});

describe('any text', () => {
  const characters = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...'ab1 _*~`[]()<>!&#$%{}|\\:;/@.-+=\n') },
    { weight: 1, arbitrary: fc.constantFrom('http://', 'www.', '{%', '%}', '$$', '&amp;', '1. ', '- ', '# ', '> ', '<b>', '```', '設', '\u00a0', '\t', 'a@b.c', '[^1]', '[ ] ') },
  );
  const text = fc.array(characters, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
  const leaf = fc.record({ text, marks: fc.subarray(['bold', 'italic', 'strikethrough', 'superscript', 'code'], { maxLength: 3 }) });

  it('with any marks comes back as it was', () => {
    fc.assert(
      fc.property(fc.uniqueArray(leaf, { minLength: 1, maxLength: 4, selector: ({ marks }) => marks.join() }), fc.constantFrom('paragraph', 'blockquote', 'heading-2'), (leaves, type) => {
        const texts: InlineNode[] = [
          { object: 'text', leaves: leaves.map(({ text: value, marks }) => ({ object: 'leaf', text: value, marks: marks.map((mark) => ({ object: 'mark', type: mark })) })) },
        ];
        const paragraph: Block = { object: 'block', type: 'paragraph', data: {}, isVoid: false, nodes: texts };
        const block: Block = type === 'blockquote' ? { ...paragraph, type, nodes: [paragraph, paragraph] } : { ...paragraph, type };
        const document: JsonDocument = { object: 'document', data: {}, nodes: [block] };
        expect(markdownToDocument(documentToMarkdown(document)).nodes).toEqual([{ ...block, data: type === 'heading-2' ? expect.anything() : {} }]);
      }),
      { numRuns: 500 },
    );
  });
});
