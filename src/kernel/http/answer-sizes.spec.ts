import { beforeEach, describe, expect, it } from '@jest/globals';
import { AnswerSizes, LARGE } from './answer-sizes.js';

let sizes: AnswerSizes;

beforeEach(() => {
  sizes = new AnswerSizes([{ path: '/v1/spaces/:spaceId/comments' }, { path: '/v1/spaces/:spaceId/content/path/:pagePath' }]);
});

describe('AnswerSizes', () => {
  it('expects of an address what it answered, whatever others of its kind did', () => {
    sizes.learn('/v1/spaces/a/comments?limit=50', 5_000_000);
    sizes.learn('/v1/spaces/b/comments', 100);
    expect(sizes.expected('/v1/spaces/a/comments?limit=50')).toBe(5_000_000);
    expect(sizes.expected('/v1/spaces/b/comments')).toBeLessThan(LARGE);
  });

  it('takes an operation of which nothing is known for large, until small answers are seen', () => {
    expect(sizes.expected('/v1/spaces/a/comments')).toBeGreaterThan(LARGE);
    for (let space = 0; space < 10; space += 1) sizes.learn(`/v1/spaces/${String(space)}/comments`, 100);
    expect(sizes.expected('/v1/spaces/new/comments?limit=2')).toBeLessThan(LARGE);
    expect(sizes.expected('/v1/spaces/new/content/path/some')).toBeGreaterThan(LARGE);
  });

  it('expects of new addresses what was large of their kind lately', () => {
    for (let page = 0; page < 10; page += 1) sizes.learn(`/v1/spaces/a/content/path/page-${String(page)}`, 100);
    sizes.learn('/v1/spaces/a/content/path/book', 3_000_000);
    expect(sizes.expected('/v1/spaces/b/content/path/other')).toBe(3_000_000);
  });

  it('forgets a large answer only after several small ones, as who asks may see little', () => {
    sizes.learn('/v1/spaces/a/comments', 5_000_000);
    sizes.learn('/v1/spaces/a/comments', 100);
    expect(sizes.expected('/v1/spaces/a/comments')).toBeGreaterThan(LARGE);
    for (let time = 0; time < 10; time += 1) sizes.learn('/v1/spaces/a/comments', 100);
    expect(sizes.expected('/v1/spaces/a/comments')).toBeLessThan(LARGE);
  });

  it('counts what is sent in parts as small, unless it was seen whole', () => {
    sizes.learn('/v1/spaces/a/comments', 5_000_000);
    sizes.learnOfParts('/v1/spaces/a/comments');
    sizes.learnOfParts('/v1/spaces/a/content/path/file');
    expect(sizes.expected('/v1/spaces/a/comments')).toBe(5_000_000);
    expect(sizes.expected('/v1/spaces/a/content/path/file')).toBeLessThan(LARGE);
  });
});
