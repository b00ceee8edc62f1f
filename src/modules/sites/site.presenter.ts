import { Injectable } from '@nestjs/common';
import { Urls } from '../../kernel/urls/urls.js';
import type { SiteDto } from './dto/site.dto.js';
import type { ReadSite } from './read-site.js';
import { SiteUrls } from './site-urls.js';

@Injectable()
export class SitePresenter {
  constructor(
    private readonly urls: Urls,
    private readonly siteUrls: SiteUrls,
  ) {}

  /** @param shareKey an active key of this site that the reader came with */
  present(site: ReadSite, shareKey?: string): SiteDto {
    const { id, organizationId, hostname, basename, proxy } = site;
    const published = this.siteUrls.published(site, shareKey);
    return {
      object: 'site',
      id,
      type: site.type,
      title: site.title,
      ...(hostname === null ? {} : { hostname }),
      ...(basename === null ? {} : { basename }),
      ...(proxy === null ? {} : { proxy: { origin: proxy, target: this.siteUrls.own(site) } }),
      visibility: site.visibility,
      published: site.published,
      siteSpaces: site.siteSpaces,
      createdAt: site.createdAt.toISOString(),
      adaptiveContent: { enabled: site.adaptiveContent },
      agentsContext: site.agentsContext,
      features: [],
      urls: {
        location: this.urls.api('orgs', organizationId, 'sites', id),
        app: this.urls.app('o', organizationId, 'sites', id),
        ...(published === undefined ? {} : { published }),
      },
    };
  }
}
