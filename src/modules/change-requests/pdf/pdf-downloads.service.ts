import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
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
  ) {}

  /** @throws ForbiddenError for a link that isn't good, NotFoundError */
  async send({ hash, name }: { hash: string; name: string }, query: Readonly<Record<string, unknown>>, request: Request, response: Response): Promise<void> {
    const maxAge = this.links.secondsLeft(pdfPath(hash, name), query, 'Ask for the PDF');
    const key = pdfStorageKey(hash);
    await sendStored(this.storage, { key, size: await this.size(key), hash, contentType: 'application/pdf', name, disposition: 'inline', maxAge, isOwn: true }, request, response);
  }

  private async size(key: string): Promise<number> {
    const { stream, size } = await this.storage.read(key);
    stream.destroy();
    return size;
  }
}
