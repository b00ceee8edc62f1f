import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { type ByteRange, type ObjectStorage } from '../storage/object-storage.js';
import { namesTag } from './entity-tag.js';

export interface StoredBytes {
  readonly key: string;
  readonly size: number;
  /** Names the bytes; the address has it too, so that they never change under it. */
  readonly hash: string;
  readonly contentType: string;
  /** What it is called where it is saved. */
  readonly name: string;
  readonly disposition: 'inline' | 'attachment';
  /** In seconds. */
  readonly maxAge: number;
  /** Made by the service itself. What people brought is kept from running anything; so is a browser's viewer, which a PDF needs. */
  readonly isOwn?: boolean;
}

/** Answers with stored bytes: whole, one range of them, or only that they are the same as before. */
export async function sendStored(storage: ObjectStorage, bytes: StoredBytes, request: Request, response: Response): Promise<void> {
  const { key, size, hash } = bytes;
  setHeaders(response, bytes);
  if (namesTag(request.headers['if-none-match'], `"${hash}"`)) {
    response.status(304).end();
    return;
  }
  const range = wantedRange(request, response, size);
  if (range === 'unsatisfiable') {
    response.status(416).setHeader('Content-Range', `bytes */${String(size)}`).end();
    return;
  }
  if (range !== undefined) response.status(206).setHeader('Content-Range', `bytes ${String(range.start)}-${String(range.end)}/${String(size)}`);
  response.setHeader('Content-Length', range === undefined ? size : range.end - range.start + 1);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const { stream } = await storage.read(key, range);
  // A client that leaves in the middle is no fault of the service.
  await pipeline(stream, response).catch((error: unknown) => {
    if (!response.destroyed) throw error;
  });
}

function setHeaders(response: Response, { contentType, disposition, name, hash, maxAge, isOwn = false }: StoredBytes): void {
  response.set({
    'Content-Type': contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType,
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeRfc8187(name)}`,
    'X-Content-Type-Options': 'nosniff',
    ...(isOwn ? {} : { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }),
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Accept-Ranges': 'bytes',
    'Cache-Control': `private, max-age=${String(maxAge)}, immutable`,
    ETag: `"${hash}"`,
  });
}

const BYTES = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i;

/** One range; several at once, and other units than bytes, are answered by the whole, as RFC 9110 allows, and ranges are for GET alone. */
function wantedRange(request: Request, response: Response, size: number): ByteRange | 'unsatisfiable' | undefined {
  const { range, 'if-range': condition } = request.headers;
  if (request.method !== 'GET' || (condition !== undefined && condition !== response.getHeader('ETag'))) return undefined;
  const [, first = '', last = ''] = BYTES.exec(range ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  // More of the last bytes than there are is all of them.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}

/** Percent-encoding of header parameters: that of URI components, with a few more characters escaped. */
function encodeRfc8187(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
