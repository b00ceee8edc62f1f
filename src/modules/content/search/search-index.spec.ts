import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { Database } from '../../../kernel/database/database.js';
import { newId } from '../../../kernel/ids/id.js';
import type { CursorValue } from '../../../kernel/pagination/keyset.js';
import type { MarkdownSection } from '../model/markdown/markdown-facts.js';
import type { SearchHit } from './search-hits.js';
import { SearchIndex } from './search-index.js';
import type { SearchablePage } from './search-rows.js';

let testDatabase: TestDatabase;
let dataSource: DataSource;
let db: Database;
let index: SearchIndex;
let organizationId: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  dataSource = await new DataSource({ type: 'postgres', url: testDatabase.url }).initialize();
  db = new Database(dataSource);
  index = new SearchIndex(db);
  organizationId = newId();
  await db.query("INSERT INTO organizations (id, title, created_at) VALUES ($1, 'Search', now())", [organizationId]);
});

afterAll(async () => {
  await dataSource.destroy();
  await testDatabase.drop();
});

async function newSpace(): Promise<string> {
  const id = newId();
  await db.query("INSERT INTO targets (id, kind, organization_id, position, ancestors) VALUES ($1, 'space', $2, 'a0', ARRAY[$1])", [id, organizationId]);
  await db.query("INSERT INTO spaces (id, title, created_at, updated_at) VALUES ($1, 'Space', now(), now())", [id]);
  return id;
}

const section = (body: string, title = ''): MarkdownSection => ({ anchor: title.toLowerCase(), title, body });
const page = (pageId: string, title: string, ...sections: MarkdownSection[]): SearchablePage => ({ pageId, title, sections });

/** A space with one page, `p`. */
async function spaceOf(...bodies: string[]): Promise<string> {
  return spaceWith(page('p', 'Untitled', ...bodies.map((body) => section(body))));
}

async function spaceWith(...pages: SearchablePage[]): Promise<string> {
  const spaceId = await newSpace();
  await replace(spaceId, pages);
  return spaceId;
}

function replace(spaceId: string, pages: readonly SearchablePage[]): Promise<void> {
  return db.transaction(() => index.replace(spaceId, pages));
}

async function ids(spaceId: string, query: string): Promise<string[]> {
  const { hits, count } = await index.search(spaceId, query, { limit: 100 });
  expect(hits).toHaveLength(count);
  return hits.map((hit) => hit.pageId);
}

async function walk(spaceId: string, query: string, limit: number): Promise<SearchHit[][]> {
  const pages: SearchHit[][] = [];
  let after: readonly CursorValue[] | undefined;
  do {
    const result = await index.search(spaceId, query, { limit, after });
    pages.push([...result.hits]);
    after = result.next;
  } while (after !== undefined);
  return pages;
}

describe('what is found', () => {
  it.each([
    ['the auto-scaling «node» (beta)', ['scaling', 'node', 'beta', 'auto-scaling', '«node»', '"node" beta'], ['caling', 'nodes']],
    ['Résumé für Müller', ['resume', 'RÉSUMÉ', 'résumé', 're\u0301sume\u0301', 'muller', 'MÜLLER', 'fur'], ['sume']],
    ['resume fur muller', ['résumé', 'für', 'Müller'], []],
    ['deployments indices analyses', ['deployments', 'deploy', 'indices', 'indi', 'analyses', 'analys', 'd'], ['analysis', 'index']],
    ['Straße Ὀδυσσεύς Ёлка', ['strasse', 'STRASSE', 'ΟΔΥΣΣΕΥΣ', 'οδυσσευς', 'елка', 'ЁЛКА'], []],
    ['設計', ['設', '計', '設計'], ['計設', '35373', '&#35373;']],
    ['中国人民', ['中', '国人', '中国人', '国人民', '中国人民'], ['中人', '国中', '中国民', '国中国人']],
    ['国人 中国', ['国', '国人', '中国', '中国 国人'], ['国人中', '中国人', '国人中国']],
    ['ガイド', ['ガ', 'ガイ', 'ｶﾞｲﾄﾞ'], ['カ', 'カイド']],
    ['한국어 문서를', ['한국', '국어', '문서', '서를'], ['국문']],
    ['ภาษาไทยง่าย', ['ภาษา', 'ไทย', 'ไทยง่าย'], ['ยไท']],
    ['設計guideの第3章', ['guide 設計', '設計guide', 'guideの', '第3章', 'の第'], ['設guide計 x']],
    ['getUserName("id")', ['getUserName', 'username', 'name', 'getUser'], ['sername']],
    ["it's 100% sure, isn't it?", ["isn't", '100%', "it's 100% sure, isn't it?"], ['99%']],
  ])('in %j', async (body, found, missed) => {
    const spaceId = await spaceOf(body);
    for (const query of found) expect([query, await ids(spaceId, query)]).toEqual([query, ['p']]);
    for (const query of missed) expect([query, await ids(spaceId, query)]).toEqual([query, []]);
  });

  it('is every word, wherever it stands in the page', async () => {
    const spaceId = await spaceWith({ ...page('p', 'Quokka', section('alpha', 'Heading'), section('beta')), description: 'gamma' });
    for (const query of ['quokka', 'quokka heading alpha beta gamma', 'Gamma', 'head']) expect(await ids(spaceId, query)).toEqual(['p']);
    expect(await ids(spaceId, 'quokka delta')).toEqual([]);
  });

  it('stays within the space', async () => {
    const [one, other] = [await spaceWith(page('a', 'Common title')), await spaceWith(page('b', 'Common title'))];
    expect(await ids(one, 'common')).toEqual(['a']);
    expect(await ids(other, 'common')).toEqual(['b']);
  });

  it('stays within the space where keys are shared', async () => {
    const spaceId = await newSpace();
    const twin = `${newId().slice(0, 12)}${spaceId.slice(12)}`;
    await db.query("INSERT INTO targets (id, kind, organization_id, position, ancestors) VALUES ($1, 'space', $2, 'a0', ARRAY[$1])", [twin, organizationId]);
    await db.query("INSERT INTO spaces (id, title, created_at, updated_at) VALUES ($1, 'Twin', now(), now())", [twin]);
    await replace(spaceId, [page('p', 'Common')]);
    await replace(twin, [page('p', 'Common'), page('q', 'Common')]);
    expect(await ids(spaceId, 'common')).toEqual(['p']);
  });

  it('follows what replaces and removes a page', async () => {
    const spaceId = await spaceWith(page('a', 'First', section('old')), page('b', 'Second', section('old')));
    await replace(spaceId, [page('a', 'First', section('new'))]);
    expect(await ids(spaceId, 'old')).toEqual(['b']);
    expect(await ids(spaceId, 'new')).toEqual(['a']);
    await index.remove(spaceId, ['a', 'unknown']);
    await index.remove(spaceId, []);
    await replace(spaceId, []);
    expect(await ids(spaceId, 'first')).toEqual([]);
    expect(await ids(spaceId, 'second')).toEqual(['b']);
  });

  it('is a page whose words take several vectors', async () => {
    const words = Array.from({ length: 120_000 }, (_, number) => `w${String(number)}x`).join(' ');
    const spaceId = await spaceWith(page('big', 'Numbers', section(`${words} 中国人`, 'Zebra')), page('small', 'w5x', section('w7x')));
    for (const query of ['w0x w119999x', 'numbers w60000x w119999x zebra', 'w60000', 'w1x 中国人 w119998x']) expect(await ids(spaceId, query)).toEqual(['big']);
    for (const query of ['w0x w120000x', 'w1x 国人中']) expect(await ids(spaceId, query)).toEqual([]);
    expect(await ids(spaceId, 'w5x w7x')).toEqual(['small', 'big']);
    const { hits } = await index.search(spaceId, 'w119999x', { limit: 1 });
    expect(hits[0]?.sections).toEqual([{ anchor: 'zebra', title: 'Zebra', body: expect.stringContaining('w119999x') }]);
  });
});

describe('a query', () => {
  it.each(['', ' ', '%', '&|!:*()', "''", '\\', '"', '🙂', '\u0301', "\\' & !", '<->'])('without words finds nothing: %j', async (query) => {
    const spaceId = await spaceOf('text');
    expect(await index.search(spaceId, query, { limit: 10 })).toEqual({ count: 0, hits: [] });
  });

  it('is plain text', async () => {
    const spaceId = await spaceOf('alpha beta');
    for (const query of ['alpha & beta', "'alpha':* | 'beta'", 'alpha <-> beta', '!alpha', '"beta alpha"', 'alpha:*', 'alpha\\', '%alpha%', '(alpha']) {
      expect(await ids(spaceId, query)).toEqual(['p']);
    }
    expect(await ids(spaceId, 'alpha | gamma')).toEqual([]);
  });

  it('of any characters is answered', async () => {
    const spaceId = await spaceOf('text 設計');
    const extremes = ['a'.repeat(512), 'a b '.repeat(128), '設'.repeat(512), '設 計 書 '.repeat(85), "'".repeat(512), '𐐷'.repeat(256)];
    const distinct = Array.from({ length: 256 }, (_, number) => String.fromCodePoint(0x4e00 + number));
    for (const query of [...extremes, distinct.join(' '), distinct.join('')]) await index.search(spaceId, query, { limit: 5 });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 512, size: 'max' }), async (query) => {
        expect((await index.search(spaceId, query, { limit: 5 })).count).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });

  it('that is any word, or any stretch, of a page finds it', async () => {
    const scripts = [
      'Résumé naïve Straße İstanbul ﬁx ŉ ǅ',
      'Ὀδυσσεύς ΑΣ άλφα',
      'Ёлка йод Київ п’ять',
      'हिन्दी भाषा বাংলা தமிழ்',
      'עִבְרִית العَرَبِيَّة',
      '設計書概要 ガイド ｶﾞｲﾄﾞ 한국어 中文',
      'สวัสดีครับ ພາສາລາວ ភាសាខ្មែរ မြန်မာ',
      'snake_case camelCase HTTPServer v1.2.3 a/b 10⁻² ½ ™ ①',
      'ᏣᎳᎩ ქართული ԱԲ አማርኛ བོད་ཡིག 𐐷𐐷 🙂👍🏽',
    ].join(' ');
    const letters = fc.constantFrom(...Array.from(scripts), ' ', '\n');
    const word = fc.oneof(fc.constantFrom(...scripts.split(' ')), fc.array(letters, { minLength: 1, maxLength: 12 }).map((all) => all.join('')));
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 30 }), fc.nat(), fc.nat(), async (words, a, b) => {
        const spaceId = await spaceOf(words.join(' '));
        const from = a % words.length;
        for (const query of [words[from] ?? '', words.slice(from, from + 1 + (b % (words.length - from))).join(' ')]) {
          if (/[\p{L}\p{N}]/u.test(query)) expect([query, await ids(spaceId, query)]).toEqual([query, ['p']]);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('the order', () => {
  it('is titles, headings, bodies; then whole words; then frequency; then ids', async () => {
    const body = (pageId: string, text: string): SearchablePage => page(pageId, pageId, section(text));
    const spaceId = await spaceWith(
      body('0-once', 'rust'),
      body('1-once', 'rust'),
      body('2-often', 'rust '.repeat(5)),
      body('3-start', 'rusty '.repeat(20)),
      page('4-heading', 'x', section('text', 'About rusting')),
      page('5-heading', 'x', section('text', 'Rust')),
      page('6-title', 'Rusty things'),
      page('7-title', 'Rust'),
    );
    const expected = ['7-title', '6-title', '5-heading', '4-heading', '2-often', '0-once', '1-once', '3-start'];
    expect(await ids(spaceId, 'rust')).toEqual(expected);
    expect((await walk(spaceId, 'rust', 1)).flat().map((hit) => hit.pageId)).toEqual(expected);
  });

  it('is total: 39 pages with one word come once each, twice alike', async () => {
    const pages = Array.from({ length: 39 }, (_, number) => page(newId(), `Page ${String(number)}`, section('a common word')));
    const spaceId = await spaceWith(...pages);
    const first = await walk(spaceId, 'common', 10);
    expect(first.map((hits) => hits.length)).toEqual([10, 10, 10, 9]);
    expect(new Set(first.flat().map((hit) => hit.pageId))).toEqual(new Set(pages.map(({ pageId }) => pageId)));
    expect(await walk(spaceId, 'common', 10)).toEqual(first);
    expect((await walk(spaceId, 'common', 39)).length).toBe(1);
  });

  it('goes on when the page that a cursor stands on is changed or removed', async () => {
    const pages = Array.from({ length: 6 }, (_, number) => page(`p${String(number)}`, 'Common'));
    const spaceId = await spaceWith(...pages);
    const { next } = await index.search(spaceId, 'common', { limit: 2 });
    const survived = JSON.parse(JSON.stringify(next)) as CursorValue[]; // as a client brings it back
    await replace(spaceId, [page('p0', 'Else', section('common'))]);
    await index.remove(spaceId, ['p1']);
    const { hits, count } = await index.search(spaceId, 'common', { limit: 10, after: survived });
    expect(hits.map((hit) => hit.pageId)).toEqual(['p2', 'p3', 'p4', 'p5', 'p0']);
    expect(count).toBe(5);
    await index.remove(spaceId, ['p2', 'p3', 'p4', 'p5']);
    expect(await index.search(spaceId, 'common', { limit: 10, after: [0, 'z'] })).toEqual({ count: 1, hits: [] });
  });
});

describe('sections', () => {
  it('are the matching ones, in order, with excerpts', async () => {
    const spaceId = await spaceWith(
      page('p', 'Title', section('before node'), section('nothing', 'First'), section('text', 'Node'), section(`${'filler '.repeat(200)}Nodes here`, 'Last')),
    );
    const { hits } = await index.search(spaceId, 'node', { limit: 1 });
    expect(hits[0]?.sections).toEqual([
      { anchor: '', title: '', body: 'before node' },
      { anchor: 'node', title: 'Node', body: 'text' },
      { anchor: 'last', title: 'Last', body: expect.stringMatching(/^filler.* Nodes here$/) },
    ]);
  });

  it('are ten at most: those with all words, then those with a heading that matches', async () => {
    const many = Array.from({ length: 15 }, (_, number) => section('alpha', `S${String(number)}`));
    const spaceId = await spaceWith(page('p', 'Title', ...many, section('x', 'Alpha head'), section('alpha beta', 'Both')));
    const { hits } = await index.search(spaceId, 'alpha beta', { limit: 1 });
    expect(hits[0]?.sections.map(({ title }) => title)).toEqual(['S0', 'S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7', 'Alpha head', 'Both']);
  });

  it('are none when only the title matches', async () => {
    const spaceId = await spaceWith(page('p', 'Quokka', section('text', 'Heading')));
    expect(await index.search(spaceId, 'quokka', { limit: 1 })).toEqual({ count: 1, hits: [{ spaceId, pageId: 'p', sections: [] }] });
  });
});

describe('the cost', () => {
  it('is one statement whatever the number of hits', async () => {
    const spaceId = await spaceWith(...Array.from({ length: 30 }, (_, number) => page(`p${String(number)}`, 'Common', section('text'))));
    let statements = 0;
    const counting = new SearchIndex(
      new Proxy(db, {
        get: (target, property) => {
          if (property === 'query' || property === 'read') statements += 1;
          const value: unknown = Reflect.get(target, property);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      }),
    );
    await counting.search(spaceId, 'common text', { limit: 50 });
    expect(statements).toBe(1);
  });

  it('is no scan of a whole table', async () => {
    const spaceId = await spaceWith(...Array.from({ length: 2_000 }, (_, number) => page(`p${String(number)}`, 'Common', section(`text ${String(number)}`))));
    await db.query('ANALYZE search_pages, search_places, search_sections');
    const scans = (): Promise<object[]> => db.query("SELECT relname, seq_scan::integer AS scans FROM pg_stat_xact_user_tables WHERE relname LIKE 'search%' ORDER BY 1");
    await db.transaction(async () => {
      // PostgreSQL counts here what the connection did in the last second, also before this transaction.
      const before = await scans();
      for (const query of ['common', 'text 1234', '設計書', 'absent']) await index.search(spaceId, query, { limit: 50 });
      expect(before).toHaveLength(4);
      expect(await scans()).toEqual(before);
    });
  });
});
