import { Injectable } from '@nestjs/common';
import { placeSlot } from '../../../kernel/permissions/slots.js';
import type { PublishedContentSiteDto } from '../dto/published-site.dto.js';
import { SitePresenter } from '../site.presenter.js';
import { SiteUrls } from '../site-urls.js';
import type { SiteSectionDto } from '../structure/dto/site-section.dto.js';
import { type SiteReading, StructurePresenter } from '../structure/structure.presenter.js';
import type { Customization } from '../customization/customization.js';
import { type ProfileStructure, rootSection, siteSpacesOf } from './profile-structure.js';
import { SiteScripts } from './site-scripts.js';

@Injectable()
export class ProfilePresenter {
  constructor(
    private readonly sites: SitePresenter,
    private readonly structures: StructurePresenter,
    private readonly siteUrls: SiteUrls,
  ) {}

  present(reading: SiteReading, structure: ProfileStructure): PublishedContentSiteDto {
    const { site, shareKey } = reading;
    const profile: PublishedContentSiteDto = {
      object: 'published-content-site',
      site: this.sites.present(site, shareKey),
      structure: { type: 'sections', structure: this.sections(reading, structure) },
      customizations: { site: structure.looks.site, siteSpaces: Object.fromEntries(siteSpacesOf(structure).flatMap(({ id }) => lookOf(structure, id))) },
      scripts: [], // filled with the slot below
    };
    placeSlot(SiteScripts, site, (scripts) => Object.assign(profile, { scripts }));
    return profile;
  }

  private sections(reading: SiteReading, { sections, root }: ProfileStructure): SiteSectionDto[] {
    if (root === undefined) return sections.map((section) => this.structures.section(reading, section));
    const { site, shareKey } = reading;
    const published = this.siteUrls.published(site, shareKey);
    const siteSpaces = root.map((siteSpace) => this.structures.siteSpace(reading, siteSpace));
    return [{ ...this.structures.section(reading, rootSection(site)), siteSpaces, urls: published === undefined ? {} : { published } }];
  }
}

function lookOf({ looks }: ProfileStructure, siteSpaceId: string): [string, Customization][] {
  const look = looks.siteSpaces.get(siteSpaceId);
  return look === undefined ? [] : [[siteSpaceId, look]];
}
