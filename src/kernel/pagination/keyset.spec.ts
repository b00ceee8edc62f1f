import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { behindCondition, type KeysetColumn, keysetCondition, keysetOrder, keysetPage } from './keyset.js';

const byTitle: KeysetColumn = { sql: 'title', direction: 'asc' };
const byDate: KeysetColumn = { sql: 'posted_at', direction: 'desc' };
const byLastSeen: KeysetColumn = { sql: 'last_seen', direction: 'desc', nullable: true };
const byId: KeysetColumn = { sql: 'id', direction: 'asc' };

describe('keysetCondition', () => {
  it('compares rows where one direction goes through', () => {
    expect(keysetCondition([byTitle, byId], 1)).toBe('(title, id) > ($1, $2)');
    expect(keysetCondition([byDate, { ...byId, direction: 'desc' }], 4)).toBe('(posted_at, id) < ($4, $5)');
    expect(keysetCondition([byId], 2)).toBe('(id) > ($2)');
  });

  it('nests mixed directions', () => {
    expect(keysetCondition([byDate, byTitle, byId], 3)).toBe('(posted_at < $3 or (posted_at = $3 and (title > $4 or (title = $4 and (id > $5)))))');
  });

  it('treats null as greater than every value', () => {
    expect(keysetCondition([byLastSeen, byId], 1)).toBe(
      '(last_seen < $1 or (last_seen is not null and $1 is null) or (last_seen is not distinct from $1 and (id > $2)))',
    );
    expect(keysetCondition([{ ...byLastSeen, direction: 'asc' }, byId], 1)).toBe(
      '(last_seen > $1 or (last_seen is null and $1 is not null) or (last_seen is not distinct from $1 and (id > $2)))',
    );
  });

  it('needs a column', () => {
    expect(() => keysetCondition([], 1)).toThrow('at least one column');
  });
});

describe('behindCondition', () => {
  it('takes every row without a position', () => {
    expect(behindCondition([], [byTitle, byId], 1)).toBe('true');
    expect(behindCondition(['Guide', 'c1'], [byTitle, byId], 3)).toBe('(title, id) > ($3, $4)');
  });
});

describe('keysetOrder', () => {
  it('is the order of the condition', () => {
    expect(keysetOrder([byLastSeen, byId])).toBe('last_seen desc, id asc');
  });
});

describe('keysetPage', () => {
  const source = new DataSource({ type: 'postgres' });
  const query = () => source.createQueryBuilder().select('comment.id', 'id').from('comments', 'comment').where('comment.space = :space', { space: 's' });
  const columns: KeysetColumn[] = [
    { sql: 'comment.posted_at', direction: 'desc' },
    { sql: 'comment.id', direction: 'desc' },
  ];

  it('orders a query and bounds it', () => {
    expect(keysetPage(query(), columns, { after: [], limit: 51 }).getQueryAndParameters()).toEqual([
      'SELECT comment.id AS "id" FROM "comments" "comment" WHERE comment.space = $1 ORDER BY comment.posted_at DESC, comment.id DESC LIMIT 51',
      ['s'],
    ]);
  });

  it('starts behind a cursor', () => {
    const [sql, parameters] = keysetPage(query(), columns, { after: ['2026-01-01', 'c1'], limit: 1 }).getQueryAndParameters();
    expect(sql).toContain('comment.space = $1 AND (comment.posted_at, comment.id) < ($2, $3) ORDER BY');
    expect(parameters).toEqual(['s', '2026-01-01', 'c1']);
  });
});
