import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { BadInputError } from '../../../kernel/errors/errors.js';
import { ObjectStorage } from '../../../kernel/storage/object-storage.js';
import { SignedLinks } from '../../../kernel/urls/signed-links.js';
import { VERSION } from '../../../kernel/version.js';
import { ComputedContent } from '../../content/computed/computed-content.js';
import { SpaceStore } from '../../spaces/space-store.js';
import { ChangeRequestAccess } from '../change-request.access.js';
import { viewedContent } from '../change-request-content.js';
import type { PlacedChangeRequest } from '../placed-change-request.js';
import type { ChangeRequestPdfDto, ChangeRequestPdfQuery } from './dto/change-request-pdf.dto.js';
import { pdfPath, pdfStorageKey } from './pdf-links.js';
import { PdfBooks } from './pdf-books.js';
import { PdfRenderer } from './pdf-renderer.js';

/** Printable versions of change requests, each made once. */
@Injectable()
export class PdfService {
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(
    private readonly access: ChangeRequestAccess,
    private readonly spaces: SpaceStore,
    private readonly computed: ComputedContent,
    private readonly books: PdfBooks,
    private readonly renderer: PdfRenderer,
    private readonly storage: ObjectStorage,
    private readonly links: SignedLinks,
  ) {}

  async get(actor: Actor, spaceId: string, idOrNumber: string, { page, only = false }: ChangeRequestPdfQuery): Promise<ChangeRequestPdfDto> {
    const changeRequest = await this.access.load(actor, spaceId, idOrNumber, 'view');
    if (only && page === undefined) throw BadInputError.ofField('only', 'needs the page that the PDF is to have, in `page`.');
    const selection = { only, ...(page === undefined ? {} : { page }) };
    const { title } = await this.spaces.get(changeRequest.spaceId);
    const titles = { title, subtitles: subtitles(changeRequest) };
    const content = viewedContent(changeRequest);
    const computed = await this.computed.sources(content, true);
    const hash = hashOf([VERSION, changeRequest.id, changeRequest.revisionId, computed.key, selection, titles]);
    await this.once(hash, async () => {
      const key = pdfStorageKey(hash);
      if (await this.storage.exists(key)) return;
      const pdf = await this.renderer.render(() => this.books.gather(content, computed, selection, titles));
      await this.storage.put(key, pdf, 'application/pdf');
    });
    return { url: this.links.sign(pdfPath(hash, `change-request-${String(changeRequest.number)}.pdf`)) };
  }

  /** Who asks for the same meanwhile waits for it. */
  private async once(hash: string, make: () => Promise<void>): Promise<void> {
    const begun = this.underWay.get(hash) ?? make().finally(() => this.underWay.delete(hash));
    this.underWay.set(hash, begun);
    await begun;
  }
}

function subtitles({ number, subject, revisionId }: PlacedChangeRequest): string[] {
  return [`Change request #${String(number)}${subject === '' ? '' : `: ${subject}`}`, `Revision ${revisionId}`];
}

/** Of everything that the PDF depends on: other content, titles or drawing make another PDF. */
function hashOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
