import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock } from '../../../kernel/clock/clock.js';
import { Database } from '../../../kernel/database/database.js';
import { ForbiddenError, NotFoundError } from '../../../kernel/errors/errors.js';
import { namesTag } from '../../../kernel/http/entity-tag.js';
import { ObjectStorage } from '../../../kernel/storage/object-storage.js';
import { SignedLinks } from '../../../kernel/urls/signed-links.js';
import { storageKey } from '../store/file-rows.js';
import { filePath } from './file-links.js';

export interface FileAddress {
  spaceId: string;
  fileId: string;
  hash: string;
  name: string;
}

/** Pictures and sound can't run anything, so browsers may show them in place. */
const SHOWN_INLINE = /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+)$/;

/** Sends the bytes of files. */
@Injectable()
export class DownloadsService {
  constructor(
    private readonly db: Database,
    private readonly storage: ObjectStorage,
    private readonly links: SignedLinks,
    private readonly clock: Clock,
  ) {}

  /** @throws ForbiddenError for a link that this service didn't sign or that has expired, NotFoundError */
  async send(file: FileAddress, query: Readonly<Record<string, unknown>>, request: Request, response: Response): Promise<void> {
    const path = filePath(file.spaceId, file.fileId, file.hash, file.name);
    if (!this.links.isValid(path, query['expires'], query['signature'])) {
      throw new ForbiddenError('This link is not valid or has expired. Read the file again for a new one.');
    }
    const { contentType, size } = await this.describe(file);
    setHeaders(response, file, contentType, Math.floor((Number(query['expires']) - this.clock.now().getTime()) / 1000));
    if (namesTag(request.headers['if-none-match'], `"${file.hash}"`)) {
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
    await this.stream(file, range, response);
  }

  private async describe(file: FileAddress): Promise<{ contentType: string; size: number }> {
    const [row] = await this.db.query<{ contentType: string; size: number }>(
      'SELECT content_type AS "contentType", size::float8 AS size FROM file_versions WHERE space_id = $1 AND file_id = $2 AND hash = $3 LIMIT 1',
      [file.spaceId, file.fileId, file.hash],
    );
    if (row === undefined) throw new NotFoundError('There is no such file.');
    return row;
  }

  private async stream(file: FileAddress, range: { start: number; end: number } | undefined, response: Response): Promise<void> {
    const { stream } = await this.storage.read(storageKey(file.hash), range);
    // A client that leaves in the middle is no fault of the service.
    await pipeline(stream, response).catch((error: unknown) => {
      if (!response.destroyed) throw error;
    });
  }
}

function setHeaders(response: Response, { hash, name }: FileAddress, contentType: string, maxAge: number): void {
  const disposition = SHOWN_INLINE.test(contentType) ? 'inline' : 'attachment';
  response.set({
    'Content-Type': contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType,
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeRfc8187(name)}`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Accept-Ranges': 'bytes',
    'Cache-Control': `private, max-age=${String(maxAge)}, immutable`,
    ETag: `"${hash}"`,
  });
}

/** One range; several at once are answered by the whole (RFC 9110 allows it). */
function wantedRange(request: Request, response: Response, size: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== response.getHeader('ETag')) return undefined;
  const ranges = request.range(size);
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}

/** Percent-encoding of header parameters: that of URI components, with a few more characters escaped. */
function encodeRfc8187(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
