import { Injectable } from '@nestjs/common';
import type { PublishedContentSiteDto } from '../dto/published-site.dto.js';
import { SitePresenter } from '../site.presenter.js';
import { SiteUrls } from '../site-urls.js';
import type { SiteSectionDto } from '../structure/dto/site-section.dto.js';
import { type SiteReading, StructurePresenter } from '../structure/structure.presenter.js';
import { defaultCustomization } from './customization.js';
import { type ProfileStructure, rootSection } from './profile-structure.js';

@Injectable()
export class ProfilePresenter {
  constructor(
    private readonly sites: SitePresenter,
    private readonly structures: StructurePresenter,
    private readonly siteUrls: SiteUrls,
  ) {}

  present(reading: SiteReading, structure: ProfileStructure): PublishedContentSiteDto {
    const { site, shareKey } = reading;
    return {
      object: 'published-content-site',
      site: this.sites.present(site, shareKey),
      structure: { type: 'sections', structure: this.sections(reading, structure) },
      customizations: { site: defaultCustomization(site.title), siteSpaces: {} },
      scripts: [],
    };
  }

  private sections(reading: SiteReading, { sections, root }: ProfileStructure): SiteSectionDto[] {
    if (root === undefined) return sections.map((section) => this.structures.section(reading, section));
    const { site, shareKey } = reading;
    const published = this.siteUrls.published(site, shareKey);
    const siteSpaces = root.map((siteSpace) => this.structures.siteSpace(reading, siteSpace));
    return [{ ...this.structures.section(reading, rootSection(site)), siteSpaces, urls: published === undefined ? {} : { published } }];
  }
}
