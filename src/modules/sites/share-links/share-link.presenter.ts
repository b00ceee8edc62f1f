import { Injectable } from '@nestjs/common';
import { withLocation } from '../../../kernel/http/answer.js';
import { Urls } from '../../../kernel/urls/urls.js';
import type { ShareLinkDto } from '../dto/share-link.dto.js';
import type { ReadSite } from '../read-site.js';
import { SiteUrls } from '../site-urls.js';
import type { ShareLinkEntity } from './share-link.entity.js';

@Injectable()
export class ShareLinkPresenter {
  constructor(
    private readonly urls: Urls,
    private readonly siteUrls: SiteUrls,
  ) {}

  /** With its address at all times: who gives links out needs it before the site is published. */
  present(site: ReadSite, link: ShareLinkEntity): ShareLinkDto {
    const { id, name, active } = link;
    return { object: 'share-link', id, name, active, createdAt: link.createdAt.toISOString(), urls: { published: this.siteUrls.of(site, link.key) } };
  }

  /** One that was just made: a link doesn't tell its address in the interface itself. */
  presentNew(site: ReadSite, link: ShareLinkEntity): ShareLinkDto {
    return withLocation(this.present(site, link), this.urls.api('orgs', site.organizationId, 'sites', site.id, 'share-links', link.id));
  }
}
