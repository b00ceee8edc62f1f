import { describe, expect, it } from '@jest/globals';
import { JPEG, png } from '../../../../../test/support/pictures.js';
import { readPdf, type ReadPdf } from '../../../../../test/support/pdf-reader.js';
import { markdownToDocument } from '../../../content/model/markdown/markdown-to-document.js';
import type { Book, BookFile, BookPage } from './book.js';
import { TooManyPagesError } from './paginator.js';
import { renderBook } from './render-book.js';

const FILES: Record<string, BookFile> = {
  grey: { name: 'grey.png', contentType: 'image/png', bytes: png(4, 3) },
  clear: { name: 'clear.png', contentType: 'image/png', bytes: png(4, 3, { colorType: 6 }) },
  wide: { name: 'wide.png', contentType: 'image/png', bytes: png(3000, 10, { colorType: 2 }) },
  high: { name: 'high.png', contentType: 'image/png', bytes: png(10, 3000) },
  photo: { name: 'photo.jpg', contentType: 'image/jpeg', bytes: JPEG },
  short: { name: 'short.png', contentType: 'image/png', bytes: png(4, 300, { rows: 1, colorType: 6 }) },
  odd: { name: 'odd.png', contentType: 'image/png', bytes: png(4, 3, { filter: 9, colorType: 6 }) },
  cut: { name: 'cut.png', contentType: 'image/png', bytes: png(4, 3, { colorType: 6 }).subarray(0, 50) },
  broken: { name: 'broken.jpg', contentType: 'image/jpeg', bytes: JPEG.subarray(0, 20) },
  drawing: { name: 'drawing.svg', contentType: 'image/svg+xml', bytes: null },
};

/** Addresses such as `file:grey` and `page:b#anchor` in the Markdown lead there. */
function page(pageId: string, markdown: string | null, fields: Partial<BookPage> = {}): BookPage {
  const document =
    markdown === null
      ? null
      : markdownToDocument(markdown, (address) => {
          const [, kind, id = '', anchor] = /^(file|page):(\w+)(?:#(.*))?$/.exec(address) ?? [];
          if (kind === 'file') return { kind: 'file', file: id };
          return kind === undefined ? undefined : anchor === undefined ? { kind: 'page', page: id } : { kind: 'anchor', page: id, anchor };
        });
  return { pageId, title: `Title ${pageId}`, emoji: null, description: null, depth: 0, document, target: null, ...fields };
}

async function render(...pages: BookPage[]): Promise<ReadPdf> {
  return readPdf(await renderBook(bookOf(pages), { pages: 200 }));
}

function bookOf(pages: BookPage[]): Book {
  return { title: 'The space', subtitles: ['Change request #3', 'Revision r1'], pages, files: FILES, pageAddresses: { out: 'https://app.example/out' } };
}

/** The text behind the title page and the contents, with all white space as single blanks. */
async function body(markdown: string): Promise<string> {
  const { pages } = await render(page('a', markdown));
  return pages.slice(2).join(' ').replaceAll(/\s+/g, ' ');
}

describe('a PDF', () => {
  it('has a title, contents with page numbers that lead there, numbered pages and an outline', async () => {
    const pdf = await render(
      page('a', '# First\n\ntext', { emoji: '📘', description: 'About a' }),
      page('b', `${'A line of text.\n\n'.repeat(60)}# Far\n`, { depth: 1 }),
      page('c', null, { depth: 2 }),
      page('d', 'last'),
    );
    expect(pdf.pages[0]).toBe('The space\nChange request #3\nRevision r1');
    expect(pdf.pages[1]).toBe('Contents\n📘 Title a 3\nTitle b 4\nTitle c 6\nTitle d 7\n2');
    expect(pdf.pages[2]).toBe('📘 Title a\nAbout a\nFirst\ntext\n3');
    expect(pdf.pages.slice(3).map((text) => text.split('\n').at(-1))).toEqual(['4', '5', '6', '7']);
    expect(pdf.links[1]).toEqual(['page-a', 'page-b', 'page-c', 'page-d']);
    expect(pdf.places).toMatchObject({ 'page-a': 2, 'page-b': 3, 'page-b#far': 4, 'page-c': 5, 'page-d': 6 });
    expect(pdf.outline).toEqual(['📘 Title a', '  Title b', '    Title c', 'Title d']);
  });

  it('of one page has its headings in the contents', async () => {
    const pdf = await render(page('a', '# One\n\n## Two\n\n### Three\n'));
    expect(pdf.pages[1]).toBe('Contents\nTitle a 3\nOne 3\nTwo 3\n2');
    expect(pdf.links[1]).toEqual(['page-a', 'page-a#one', 'page-a#two']);
  });

  it('has contents as long as they need be', async () => {
    const pages = Array.from({ length: 100 }, (_, index) => page(`p${String(index)}`, null));
    const pdf = await render(...pages);
    expect(pdf.pages.length).toBe(104);
    expect(pdf.pages[1]).toContain('Title p0 5\n');
    expect(pdf.pages.slice(1, 4).join('\n')).toContain('Title p99 104');
  });

  it('is the same for the same book', async () => {
    const book = bookOf([page('a', 'text ![](file:clear)')]);
    expect((await renderBook(book, { pages: 10 })).equals(await renderBook(book, { pages: 10 }))).toBe(true);
  });

  it('may have no pages, and not too many', async () => {
    expect((await render()).pages).toEqual([expect.stringContaining('The space')]);
    await expect(renderBook(bookOf([page('a', 'text\n\n'.repeat(500))]), { pages: 5 })).rejects.toThrow(new TooManyPagesError(5));
  });
});

describe('texts', () => {
  it.each([
    ['Latin', 'Příliš žluťoučký kůň, Tiếng Việt, ﬁne'.replace('ﬁ', 'fi')],
    ['Cyrillic', 'Съешь же ещё этих мягких французских булок'],
    ['Greek', 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία'],
    ['Arabic', 'السلام عليكم لا إله الأولى'],
    ['Persian', 'سلام دنیا چطوری'],
    ['Hebrew', 'דג סקרן שט בים מאוכזב'],
    ['Japanese', '日本語の文章をカタカナで書く。'],
    ['Chinese', '简体中文与繁體中文說明'],
    ['Korean', '키스의 고유조건은 입술끼리'],
    ['emoji', 'good 👍 morning 👩‍💻 ✓'],
    ['symbols', '→ ≤ ∑ √ ™ € ½ … “quoted”'],
  ])('in %s can be read again', async (_script, text) => {
    expect(await body(text)).toContain(text.normalize('NFC'));
    expect(await body(`**${text}**`)).toContain(text.normalize('NFC'));
  });

  it('go on in the next line, in every script', async () => {
    for (const word of ['word', 'слово', 'كلمة', 'מילה']) {
      const read = await body(`${word} `.repeat(120));
      expect(read.split(' ').filter((part) => part === word).length).toBe(120);
    }
    expect((await body('漢字'.repeat(200))).replaceAll(' ', '')).toContain('漢字'.repeat(200));
    expect((await body('x'.repeat(400))).replaceAll(' ', '')).toContain('x'.repeat(400));
  });

  it('of both directions stay in the order in which they are read', async () => {
    const read = await body('Before שלום עולם and مرحبا بكم after 123.');
    expect(read).toContain('Before שלום עולם and مرحبا بكم after 123.');
    expect(await body('שלום (English words) עולם 42 סוף')).toMatch(/שלום.*English words.*עולם.*42.*סוף/);
  });

  it('with marks, links and notes', async () => {
    const pdf = await render(page('a', '**b** _i_ `c` ~~s~~ x<sup>2</sup> [web](https://e.org/) [b](page:b) [far](page:b#far) [none](page:b#no) [out](page:out) <user@e.org>[^1] $$a^2$$\n\n[^1]: A note.\n'), page('b', '# Far\n'));
    expect(pdf.pages[2]?.replaceAll('\n', ' ')).toBe('Title a b i c s x2 web b far none out user@e.org1 a^2 1 A note. 3');
    expect(pdf.links[2]).toEqual(['https://e.org/', 'page-b', 'page-b#far', 'page-b', 'https://app.example/out', 'mailto:user@e.org', 'page-a#note 1']);
    expect(pdf.places['page-a#note 1']).toBe(2);
  });

  it('keep line breaks', async () => {
    const { pages } = await render(page('a', 'one\\\ntwo'));
    expect(pages[2]).toContain('one\ntwo');
  });
});

describe('blocks', () => {
  it('are all there, in order', async () => {
    const read = await body(`- bullet
  1. number
- next

3. third

- [x] done
- [ ] open

> quoted

{% hint style="danger" %}
Careful.
{% endhint %}

{% tabs %}
{% tab title="First tab" %}
In the first.
{% endtab %}
{% tab title="Second tab" %}
In the second.
{% endtab %}
{% endtabs %}

<details>
<summary>Folded</summary>

Unfolded.

</details>

{% code title="main.c" lineNumbers="true" %}
\`\`\`c
int main() {
	return 0;
}
\`\`\`
{% endcode %}

---

$$
e = mc^2
$$

{% embed url="https://e.org/video" %}
A video
{% endembed %}

{% file src="file:drawing" %}

{% stepper %}
{% step %}
Step one
{% endstep %}
{% endstepper %}
`);
    expect(read).toContain(
      '• bullet 1. number • next 3. third done open quoted Careful. First tab In the first. Second tab In the second. Folded Unfolded. main.c 1 int main() { 2 return 0; 3 } e = mc^2 https://e.org/video A video drawing.svg Step one',
    );
  });

  it('of tables break over pages, with their head again', async () => {
    const rows = Array.from({ length: 90 }, (_, index) => `| row ${String(index)} | **value** |\n`).join('');
    const { pages } = await render(page('a', `| Name | Number |\n| :-- | --: |\n${rows}`));
    expect(pages.length).toBeGreaterThan(4);
    for (const text of pages.slice(2)) expect(text).toContain('Name Number');
    expect(pages.slice(2).join('\n').match(/row \d+ value/g)?.length).toBe(90);
  });

  it('of a cell longer than a page go on in the next', async () => {
    const lines = Array.from({ length: 150 }, (_, index) => `l${String(index)}`);
    const { pages } = await render(page('a', `| Head | Other |\n| - | - |\n| ${lines.join('<br>')} | short |\n\nAfter\n`));
    const read = pages.slice(2).join('\n').split(/\s+/);
    expect(lines.filter((line) => !read.includes(line))).toEqual([]);
    expect(read).toContain('After');
  });

  it('of cards are records', async () => {
    expect(await body('<table data-view="cards"><thead><tr><th>Name</th></tr></thead><tbody><tr><td>one</td></tr><tr><td>two</td></tr></tbody></table>')).toContain('Name one Name two');
  });

  it('nested without end stay on the page', async () => {
    const nested = Array.from({ length: 40 }, (_, depth) => `${'  '.repeat(depth)}- deep${String(depth)}\n`).join('');
    expect(await body(nested)).toContain('deep39');
    expect(await body(`${'> '.repeat(40)}deep`)).toContain('deep');
  });

  it('that nobody knows show their text', async () => {
    const document = { object: 'document' as const, data: {}, nodes: [{ object: 'block' as const, type: 'future', data: { align: 7 }, isVoid: false, nodes: [{ object: 'text' as const, leaves: [{ object: 'leaf' as const, text: 'inside', marks: [{ object: 'mark' as const, type: 'odd' }] }] }] }] };
    const pdf = await render(page('a', null, { document }));
    expect(pdf.pages[2]).toContain('inside');
  });
});

describe('pictures', () => {
  it('are drawn, as large as there is room', async () => {
    const { images } = await render(page('a', ['grey', 'clear', 'wide', 'high', 'photo'].map((id) => `![](file:${id})`).join('\n\n')));
    expect(images.reduce((sum, count) => sum + count, 0)).toBe(5);
  });

  it('stand within a line, too', async () => {
    const pdf = await render(page('a', 'before ![](file:grey) after <img src="file:photo" data-size="line"> and ![](file:drawing)\n\n| a |\n| - |\n| ![](file:wide) in a cell |\n'));
    expect(pdf.images[2]).toBe(3);
    expect(pdf.pages[2]?.replaceAll(/\s+/g, ' ')).toMatch(/before ?after ?and ?\[drawing.svg\] a ?in a cell/);
  });

  it('that can’t be drawn are named', async () => {
    const pdf = await render(page('a', ['short', 'odd', 'cut', 'broken', 'drawing'].map((id) => `![](file:${id} "Caption of ${id}")`).join('\n\n') + '\n\n![Alt text](https://e.org/x.webp)\n'));
    const read = pdf.pages.slice(2).join('\n');
    for (const name of ['short.png', 'odd.png', 'cut.png', 'broken.jpg', 'drawing.svg']) expect(read).toContain(`Image: ${name}\nCaption of ${name.split('.')[0] ?? ''}`);
    expect(read).toContain('Image: Alt text');
    expect(pdf.links[2]).toEqual(['https://e.org/x.webp']);
    expect(pdf.images[2]).toBe(0);
  });
});
