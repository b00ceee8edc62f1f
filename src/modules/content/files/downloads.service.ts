import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Database } from '../../../kernel/database/database.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { sendStored } from '../../../kernel/http/stored-answer.js';
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
  ) {}

  /** @throws ForbiddenError for a link that isn't good, NotFoundError */
  async send(file: FileAddress, query: Readonly<Record<string, unknown>>, request: Request, response: Response): Promise<void> {
    const { hash, name } = file;
    const maxAge = this.links.secondsLeft(filePath(file.spaceId, file.fileId, hash, name), query, 'Read the file');
    const { contentType, size } = await this.describe(file);
    const disposition = SHOWN_INLINE.test(contentType) ? 'inline' : 'attachment';
    await sendStored(this.storage, { key: storageKey(hash), size, hash, contentType, name, disposition, maxAge }, request, response);
  }

  private async describe(file: FileAddress): Promise<{ contentType: string; size: number }> {
    const [row] = await this.db.query<{ contentType: string; size: number }>(
      // A duplicate may have its files still from its original.
      `SELECT content_type AS "contentType", size::float8 AS size FROM file_versions
       WHERE space_id IN ($1, (SELECT source_id FROM spaces WHERE id = $1)) AND file_id = $2 AND hash = $3 LIMIT 1`,
      [file.spaceId, file.fileId, file.hash],
    );
    if (row === undefined) throw new NotFoundError('There is no such file.');
    return row;
  }
}
