import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Database, type Statement } from '../../kernel/database/database.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { namesTag } from '../../kernel/http/entity-tag.js';
import { SignedLinks } from '../../kernel/urls/signed-links.js';
import { versionPath } from './openapi-version.presenter.js';

const MAIN_DOCUMENT: Statement = {
  name: 'openapi_documents_main',
  text: 'SELECT source IS NULL AS "isJson", coalesce(source, convert_to(document, \'UTF8\')) AS bytes FROM openapi_documents WHERE version_id = $1 AND position = 0',
};

/** Sends the main documents of versions, as they came. */
@Injectable()
export class SpecDownloads {
  constructor(
    private readonly db: Database,
    private readonly links: SignedLinks,
  ) {}

  /** @throws ForbiddenError for a link that isn't good, NotFoundError */
  async send(versionId: string, query: Readonly<Record<string, unknown>>, request: Request, response: Response): Promise<void> {
    const maxAge = this.links.secondsLeft(versionPath(versionId), query, 'Read the version');
    const [main] = await this.db.query<{ isJson: boolean; bytes: Buffer }>(MAIN_DOCUMENT, [versionId]);
    if (main === undefined) throw new NotFoundError('There is no such version.');
    response.set({
      'Content-Type': main.isJson ? 'application/json; charset=utf-8' : 'application/yaml; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': `private, max-age=${String(maxAge)}, immutable`,
      // A version never changes.
      ETag: `"${versionId}"`,
    });
    if (namesTag(request.headers['if-none-match'], `"${versionId}"`)) response.status(304).end();
    else response.send(main.bytes);
  }
}
