import { describe, expect, it } from '@jest/globals';
import { conflictLines } from './conflict-markers.js';
import { childrenOf, EMPTY_LINE, file, type Line, merge, withFields, withMove, withoutPage, withPage } from './merge-lines.testing.js';

/** a(a1, a2), b(b1), c */
const BASE = ['a', 'a1:a', 'a2:a', 'b', 'b1:b', 'c'].reduce((line, name) => {
  const [pageId = '', parentId = null] = name.split(':');
  return withPage(line, pageId, { parentId, title: pageId.toUpperCase(), documentId: `${pageId}\n\ntext\n\nend\n` });
}, EMPTY_LINE);

function tree(line: Line, parentId: string | null = null): string {
  const children = childrenOf(line, parentId).map(({ pageId, slug }) => {
    const below = tree(line, pageId);
    return `${pageId}${slug === pageId ? '' : `=${slug}`}${below === '' ? '' : `(${below})`}`;
  });
  return children.join(' ');
}

const update = (main: Line, branch: Line, base = BASE) => merge('branch', base, main, branch);
const fieldsOf = ({ conflicts }: ReturnType<typeof merge>) =>
  conflicts.map((conflict) => (conflict.kind === 'page' ? `${conflict.pageId}.${conflict.field}` : conflict.kind === 'file' ? conflict.fileId : conflict.name));

describe('fields of a page', () => {
  it('come together, each from the side that changed it', () => {
    const main = withFields(BASE, 'a', { title: 'From main', documentId: 'a!\n\ntext\n\nend\n', layout: { cover: true }, variables: { x: '1' } });
    const branch = withFields(BASE, 'a', { description: 'From the branch', documentId: 'a\n\ntext\n\nend!\n', layout: { outline: false }, variables: { y: '2' } });
    const result = update(main, branch);
    expect(fieldsOf(result)).toEqual([]);
    expect(result.merged.pages.get('a')).toMatchObject({
      title: 'From main',
      description: 'From the branch',
      documentId: 'a!\n\ntext\n\nend!\n',
      layout: { cover: true, outline: false },
      variables: { x: '1', y: '2' },
    });
  });

  it('that both changed are conflicts: the branch keeps its value, and the page tells both', () => {
    const main = withFields(BASE, 'a', { title: 'Main', icon: 'sun', cover: null });
    const branch = withFields(BASE, 'a', { title: 'Branch', icon: 'moon', documentId: '---\nx: 1\n---\nText\n' });
    const result = update(main, branch);
    expect(fieldsOf(result)).toEqual(['a.title', 'a.icon']);
    expect(result.merged.pages.get('a')).toMatchObject({
      title: 'Branch',
      documentId: `---\nx: 1\n---\n${conflictLines(['title: Branch', 'icon: moon'], ['title: Main', 'icon: sun']).join('\n')}\n\nText\n`,
    });
  });

  it('that both changed alike are none', () => {
    const side = withFields(BASE, 'a', { title: 'Same', documentId: 'same' });
    expect(update(side, withFields(side, 'b', { title: 'More' }))).toMatchObject({ conflicts: [], changes: { pages: [], deletedPages: [] } });
  });

  it('tell where an import found the page: the main content’s knowledge is newer', () => {
    const result = update(withFields(BASE, 'a', { gitOid: '1' }), withFields(BASE, 'a', { gitOid: '2' }));
    expect(fieldsOf(result)).toEqual([]);
    expect(result.merged.pages.get('a')?.gitOid).toBe('1');
  });

  it('need no body that one side alone changed', () => {
    const { changes } = update(withFields(BASE, 'a', { documentId: 'other' }), withFields(BASE, 'b', { documentId: 'another' }));
    expect(changes.pages.map(({ pageId, body }) => ({ pageId, body }))).toEqual([{ pageId: 'a', body: { documentId: 'other' } }]);
  });

  it('may be a body that is taken away', () => {
    const result = update(withFields(BASE, 'a', { type: 'group', documentId: null }), withFields(BASE, 'a', { documentId: 'new\n' }));
    expect(fieldsOf(result)).toEqual(['a.markdown']);
    expect(result.merged.pages.get('a')).toMatchObject({ type: 'group', documentId: '<<<<<<< change request\nnew\n=======\n>>>>>>> main content\n' });
  });
});

describe('an edit against a deletion', () => {
  const edited = withFields(BASE, 'a1', { title: 'Edited' });

  it('keeps the edit, and what is above it', () => {
    const result = update(withoutPage(BASE, 'a'), edited);
    expect(fieldsOf(result)).toEqual(['a1.page']);
    expect(tree(result.merged)).toBe('a(a1) b(b1) c');
    expect(result.changes.deletedPages).toEqual(['a2']);
  });

  it('brings an edited page back where the branch deleted it', () => {
    const result = update(edited, withoutPage(BASE, 'a'));
    expect(fieldsOf(result)).toEqual(['a1.page']);
    expect(tree(result.merged)).toBe('a(a1) b(b1) c');
    expect(result.changes.pages.map(({ pageId }) => pageId)).toEqual(['a', 'a1']);
  });

  it('is none where the page was left alone', () => {
    const result = update(withoutPage(BASE, 'a'), withFields(BASE, 'b', { title: 'Edited' }));
    expect(fieldsOf(result)).toEqual([]);
    expect(tree(result.merged)).toBe('b(b1) c');
  });

  it('is none where both deleted it', () => {
    expect(update(withoutPage(BASE, 'a'), withoutPage(BASE, 'a1'))).toMatchObject({ conflicts: [], changes: { deletedPages: ['a', 'a2'] } });
  });

  it('is one as well for a new or moved page below it', () => {
    const added = update(withoutPage(BASE, 'a'), withPage(BASE, 'n', { parentId: 'a' }));
    expect(fieldsOf(added)).toEqual(['n.parent']);
    expect(tree(added.merged)).toBe('a(n) b(b1) c');
    const moved = update(withMove(BASE, 'c', 'a1'), withoutPage(BASE, 'a'));
    expect(fieldsOf(moved)).toEqual(['c.parent']);
    expect(tree(moved.merged)).toBe('a(a1(c)) b(b1)');
  });

  it('does not reach what was moved out', () => {
    const result = update(withoutPage(withMove(BASE, 'a1', 'b'), 'a'), withFields(BASE, 'a1', { title: 'Edited' }));
    expect(fieldsOf(result)).toEqual([]);
    expect(tree(result.merged)).toBe('b(b1 a1) c');
  });
});

describe('moves', () => {
  it('are followed by renames and edits', () => {
    const result = update(withMove(BASE, 'a1', 'b'), withFields(BASE, 'a1', { slug: 'renamed', documentId: 'new' }));
    expect(fieldsOf(result)).toEqual([]);
    expect(tree(result.merged)).toBe('a(a2) b(b1 a1=renamed) c');
  });

  it('meet who is there already when the other side renames them', () => {
    const moved = withMove(BASE, 'a1', 'b');
    const renamed = withFields(BASE, 'a1', { slug: 'b1' });
    for (const result of [update(moved, renamed), update(renamed, moved)]) {
      expect(fieldsOf(result)).toEqual([]);
      expect(tree(result.merged)).toBe('a(a2) b(b1 a1=b1-1) c');
    }
  });

  it('to two places are a conflict', () => {
    const result = update(withMove(BASE, 'c', 'a'), withMove(BASE, 'c', 'b'));
    expect(fieldsOf(result)).toEqual(['c.parent']);
    expect(tree(result.merged)).toBe('a(a1 a2) b(b1 c)');
    expect(result.merged.pages.get('c')?.documentId).toContain('<<<<<<< change request\nparent: /pages/b\n=======\nparent: /pages/a\n>>>>>>> main content\n');
  });

  it('of each below the other make no cycle', () => {
    const result = update(withMove(BASE, 'a', 'b1'), withMove(BASE, 'b', 'a2'));
    expect(fieldsOf(result)).toEqual(['a.parent']);
    expect(tree(result.merged)).toBe('a(a1 a2(b(b1))) c');
    expect(result.merged.pages.get('a')?.documentId).toContain('parent: none\n=======\nparent: /pages/b1\n');
  });

  it('make no cycle through new and unchanged pages', () => {
    const base = withPage(BASE, 'b11', { parentId: 'b1' });
    const main = withMove(withPage(base, 'm', { parentId: 'b11' }), 'a', 'm');
    const result = update(main, withMove(base, 'b', 'a1'), base);
    expect(fieldsOf(result)).toEqual(['a.parent']);
    expect(tree(result.merged)).toBe('a(a1(b(b1(b11(m)))) a2) c');
  });

  it('within a parent change the order, each for its own page', () => {
    const result = update(withMove(BASE, 'c', null, 'a'), withMove(BASE, 'b', null, 'a'));
    expect(fieldsOf(result)).toEqual([]);
    expect(tree(result.merged)).toBe('c b(b1) a(a1 a2)');
  });

  it('of one page to two positions are a conflict', () => {
    const result = update(withMove(BASE, 'c', null, 'a'), withMove(BASE, 'c', null, 'b'));
    expect(fieldsOf(result)).toEqual(['c.position']);
    expect(tree(result.merged)).toBe('a(a1 a2) c b(b1)');
  });
});

describe('pages that meet', () => {
  const add = (line: Line, prefix: string, parentId: string | null = null): Line =>
    ['1', '2', '3'].reduce((added, index) => withPage(added, `${prefix}${index}`, { parentId, slug: `new-${index}` }), line);

  it('stand together, the main content’s first, and have slugs of their own', () => {
    const main = add(BASE, 'm');
    const branch = add(BASE, 'n');
    const intoBranch = update(main, branch);
    expect(intoBranch.conflicts).toEqual([]);
    expect(tree(intoBranch.merged)).toBe('a(a1 a2) b(b1) c m1=new-1 m2=new-2 m3=new-3 n1=new-1-1 n2=new-2-1 n3=new-3-1');
    expect(tree(merge('main', BASE, main, branch).merged)).toBe(tree(intoBranch.merged));
  });

  it('stay before what followed them', () => {
    const main = withMove(add(BASE, 'm', 'b'), 'm1', null, 'b');
    const branch = withMove(add(BASE, 'n', 'b'), 'n1', null, 'b');
    expect(tree(update(main, branch).merged)).toBe('a(a1 a2) m1=new-1 n1=new-1-1 b(b1 m2=new-2 m3=new-3 n2=new-2-1 n3=new-3-1) c');
  });

  it('take no slug that an unchanged page has', () => {
    const base = withPage(BASE, 'old', { slug: 'new-1-1' });
    expect(tree(update(add(base, 'm'), add(base, 'n'), base).merged)).toBe('a(a1 a2) b(b1) c old=new-1-1 m1=new-1 m2=new-2 m3=new-3 n1=new-1-2 n2=new-2-1 n3=new-3-1');
  });

  it('may be one page that both brought back', () => {
    const base = withoutPage(BASE, 'c');
    const result = update(withPage(base, 'c', { title: 'Main', documentId: 'Same\nmain\n' }), withPage(base, 'c', { title: 'Branch', documentId: 'Same\nbranch\n' }), base);
    expect(fieldsOf(result)).toEqual(['c.title', 'c.markdown']);
    expect(result.merged.pages.get('c')?.documentId).toBe(`${conflictLines(['title: Branch'], ['title: Main']).join('\n')}\n\nSame\n${conflictLines(['branch'], ['main']).join('\n')}\n`);
  });
});

describe('files, variables and origins', () => {
  const base: Line = { ...BASE, files: new Map([file('f'), file('g'), file('h')].map((state) => [state.fileId, state])), variables: { x: '1', y: '1', z: '1' }, origins: ['https://a.example'] };
  const withFiles = (line: Line, ...files: (ReturnType<typeof file> | string)[]): Line => {
    const states = new Map(line.files);
    for (const state of files) {
      if (typeof state === 'string') states.delete(state);
      else states.set(state.fileId, state);
    }
    return { ...line, files: states };
  };

  it('come together', () => {
    const main = { ...withFiles(base, file('f', { name: 'renamed.png' }), file('i')), variables: { x: '2', y: '1' }, origins: ['https://a.example', 'https://b.example'] };
    const branch = { ...withFiles(base, file('f', { hash: 'new', size: 2 }), 'h'), variables: { x: '1', y: '1', z: '1', ['__proto__x']: '1' }, origins: ['https://a.example', 'https://c.example'] };
    const { merged, conflicts } = update(main, branch, base);
    expect(conflicts).toEqual([]);
    expect([...merged.files.values()].map(({ name, hash }) => `${name} ${hash}`).sort()).toEqual(['g.png h', 'i.png h', 'renamed.png new']);
    expect(merged.variables).toEqual({ x: '2', y: '1', ['__proto__x']: '1' });
    expect(merged.origins).toEqual(['https://a.example', 'https://b.example', 'https://c.example']);
  });

  it('are conflicts where both changed them', () => {
    const main = { ...withFiles(base, file('f', { hash: 'main' }), 'g'), variables: { ...base.variables, x: 'main', y: 'same' } };
    const branch = { ...withFiles(base, file('f', { hash: 'branch' }), file('g', { hash: 'branch' })), variables: { x: 'branch', y: 'same', z: '1' } };
    const result = update(main, branch, base);
    expect(fieldsOf(result)).toEqual(['f', 'g', 'x']);
    expect(result.merged).toMatchObject({ files: branch.files, variables: branch.variables });
  });
});
