import type { Request } from 'autocannon';
import type { BenchOptions } from '../options.js';
import { sampleMarkdown } from '../sample-pages.js';
import type { SampleSpace } from '../workbench.js';
import { PARTS, WORD, type WrittenSpace } from './operations-data.js';

/** What a server reads, and what is its own to write. */
export interface Subject {
  organizationId: string;
  read: SampleSpace;
  written: WrittenSpace;
}

export interface MeasuredOperation {
  name: string;
  /** Most CPU over the framework's floor. */
  target: number;
  /** What a well-known peer's CPU for the same work was over that of a bare floor measured beside it: times of two machines don't compare. */
  peerOverBareFloor?: number;
  /** What each connection sends, in turn, in one round. */
  requests(subject: Subject, options: Pick<BenchOptions, 'connections' | 'merges'>): Request[][];
  /** A round ends when so many are sent, for each merge that is prepared: each can be sent once only, or hardly one ends in a short round. */
  perMerge?: number;
}

const reading = (path: (subject: Subject) => string): MeasuredOperation['requests'] => (subject) => [[{ method: 'GET', path: path(subject) }]];

const pageOf = ({ read }: Subject): string => `/v1/spaces/${read.id}/content/page/${read.pageIds[Math.floor(read.pageIds.length / 2)] ?? ''}`;

export const OPERATIONS: readonly MeasuredOperation[] = [
  { name: 'read a page', target: 1.15, peerOverBareFloor: 44, requests: reading(pageOf) },
  { name: 'page tree', target: 1.15, requests: reading(({ read }) => `/v1/spaces/${read.id}/content/pages`) },
  { name: 'list 50 spaces', target: 1.15, peerOverBareFloor: 19, requests: reading(({ organizationId }) => `/v1/orgs/${organizationId}/spaces?limit=50`) },
  { name: 'list 50 comments', target: 1.15, peerOverBareFloor: 21, requests: reading(({ read }) => `/v1/spaces/${read.id}/comments?limit=50`) },
  { name: 'search, 50 hits', target: 1.1, peerOverBareFloor: 42, requests: reading(({ read }) => `${searchOf(read)}${WORD}`) },
  { name: 'search, first asked', target: 1.1, peerOverBareFloor: 42, requests: newSearches },
  { name: 'create a comment', target: 1.3, peerOverBareFloor: 43, requests: createComment },
  { name: 'write a page', target: 1.3, peerOverBareFloor: 738, requests: writePage, perMerge: 4 },
  { name: 'merge', target: 1.3, requests: merge, perMerge: 1 },
];

/** Compared with a route of the framework that answers nothing. */
export const NOT_MODIFIED = { path: pageOf, floor: '/v1/empty', target: 1 };

const searchOf = ({ id }: SampleSpace): string => `/v1/spaces/${id}/search?limit=50&query=`;

/** More than are remembered. */
const SEARCHES = 4_096;
/** To a search these are between words. */
const SIGNS = ['.', ',', ';', '!', ':', '_', '(', ')'];

/** The same words each time, in another text: none is asked again while it could be remembered. */
function newSearches({ read }: Subject, { connections }: Pick<BenchOptions, 'connections'>): Request[][] {
  const each = Array.from({ length: connections }, (): Request[] => []);
  for (let place = 0; place < SEARCHES; place += 1) {
    const signs = place.toString(SIGNS.length).replace(/./g, (digit) => SIGNS[Number(digit)] ?? '');
    each[place % connections]?.push({ method: 'GET', path: `${searchOf(read)}${encodeURIComponent(`${WORD} ${signs}`)}` });
  }
  return each;
}

function createComment({ written }: Subject): Request[][] {
  const body = JSON.stringify({ page: written.pageIds[0], body: { markdown: 'A comment of some words.' } });
  return [[{ method: 'POST', path: `/v1/spaces/${written.id}/comments`, body, headers: JSON_BODY }]];
}

/** Each connection in a change request of its own; the text is another one each time. */
function writePage({ written }: Subject): Request[][] {
  return written.drafts.map((draft, place) => {
    const page = written.pageIds[written.pageIds.length - 1 - place];
    const body = JSON.stringify({ changes: [{ operation: 'update_page', page, document: { markdown: `${sampleMarkdown(place, PARTS)}\n[<id>]\n` } }] });
    return [{ method: 'POST', path: `/v1/spaces/${written.id}/change-requests/${draft}/content`, body, headers: JSON_BODY }];
  });
}

/** Takes what it merges from what is prepared. */
function merge({ written }: Subject, { connections, merges }: Pick<BenchOptions, 'connections' | 'merges'>): Request[][] {
  const taken = written.toMerge.splice(0, merges);
  const requests = taken.map((id): Request => ({ method: 'POST', path: `/v1/spaces/${written.id}/change-requests/${id}/merge` }));
  return Array.from({ length: connections }, (_, connection) => requests.filter((__, place) => place % connections === connection));
}

const JSON_BODY = { 'Content-Type': 'application/json' };
