import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock } from '../../../kernel/clock/clock.js';
import { ForbiddenError } from '../../../kernel/errors/errors.js';
import { sendStored } from '../../../kernel/http/stored-answer.js';
import { ObjectStorage } from '../../../kernel/storage/object-storage.js';
import { SignedLinks } from '../../../kernel/urls/signed-links.js';
import { pdfPath, pdfStorageKey } from './pdf-links.js';

/** Sends the bytes of PDFs. */
@Injectable()
export class PdfDownloadsService {
  constructor(
    private readonly storage: ObjectStorage,
    private readonly links: SignedLinks,
    private readonly clock: Clock,
  ) {}

  /** @throws ForbiddenError for a link that this service didn't sign or that has expired, NotFoundError */
  async send({ hash, name }: { hash: string; name: string }, query: Readonly<Record<string, unknown>>, request: Request, response: Response): Promise<void> {
    if (!this.links.isValid(pdfPath(hash, name), query['expires'], query['signature'])) {
      throw new ForbiddenError('This link is not valid or has expired. Ask for the PDF again for a new one.');
    }
    const key = pdfStorageKey(hash);
    const maxAge = Math.floor((Number(query['expires']) - this.clock.now().getTime()) / 1000);
    await sendStored(this.storage, { key, size: await this.size(key), hash, contentType: 'application/pdf', name, disposition: 'inline', maxAge, isOwn: true }, request, response);
  }

  private async size(key: string): Promise<number> {
    const { stream, size } = await this.storage.read(key);
    stream.destroy();
    return size;
  }
}
