import { Injectable } from '@nestjs/common';
import { placeSlot } from '../../../kernel/permissions/slots.js';
import type { SpaceDto } from '../../spaces/dto/space.dto.js';
import type { PlacedSpace } from '../../spaces/placed-space.js';
import { SpacePublications } from '../../spaces/space-facts.js';
import { SpacePresenter } from '../../spaces/space.presenter.js';
import type { ReadSite } from '../read-site.js';
import { SiteUrls } from '../site-urls.js';
import type { PublishedUrlsDto } from './dto/published-urls.dto.js';
import type { SiteSectionGroupDto } from './dto/site-section-group.dto.js';
import type { SiteSectionDto } from './dto/site-section.dto.js';
import type { SiteSpaceDto } from './dto/site-space.dto.js';
import type { SiteStructureDto } from './dto/site-structure.dto.js';
import type { FilledGroup, FilledSection, FilledSiteSpace, FilledStructure } from './structure-reader.js';

/** A site as somebody reads it. */
export interface SiteReading {
  readonly site: ReadSite;
  /** An active key of this site that the reader came with. */
  readonly shareKey?: string | undefined;
}

@Injectable()
export class StructurePresenter {
  constructor(
    private readonly siteUrls: SiteUrls,
    private readonly spaces: SpacePresenter,
  ) {}

  structure(reading: SiteReading, structure: FilledStructure): SiteStructureDto {
    if (structure.type === 'siteSpaces') return { type: structure.type, structure: structure.siteSpaces.map((siteSpace) => this.siteSpace(reading, siteSpace)) };
    return { type: structure.type, structure: structure.items.map((item) => ('sections' in item ? this.group(reading, item) : this.section(reading, item))) };
  }

  group(reading: SiteReading, { id, title, icon, sections }: FilledGroup): SiteSectionGroupDto {
    return {
      object: 'site-section-group',
      id,
      title,
      ...(icon === null ? {} : { icon }),
      sections: sections.map((section) => this.section(reading, section)),
    };
  }

  section(reading: SiteReading, section: FilledSection): SiteSectionDto {
    const { id, title, description, isDefault, path, condition, groupId, icon } = section;
    return {
      object: 'site-section',
      id,
      title,
      ...(description === null ? {} : { description }),
      default: isDefault,
      path,
      ...(condition === null ? {} : { condition }),
      ...(groupId === null ? {} : { sectionGroup: groupId }),
      ...(icon === null ? {} : { icon }),
      siteSpaces: section.siteSpaces.map((siteSpace) => this.siteSpace(reading, siteSpace)),
      urls: this.urls(reading, path),
    };
  }

  siteSpace(reading: SiteReading, { id, path, sectionId, sectionPath, space, isDefault, condition }: FilledSiteSpace): SiteSpaceDto {
    return {
      object: 'site-space',
      id,
      path,
      ...(sectionId === null ? {} : { section: sectionId }),
      space: this.space(reading, space),
      title: space.title,
      default: isDefault,
      ...(condition === null ? {} : { condition }),
      urls: sectionPath === null ? this.urls(reading, path) : this.urls(reading, sectionPath, path),
    };
  }

  /** The space leads readers to where it is most open; where that is this site, a reader with a key needs it there, too. */
  private space({ site, shareKey }: SiteReading, space: PlacedSpace): SpaceDto {
    const dto = this.spaces.present(space);
    if (shareKey !== undefined) {
      placeSlot(SpacePublications, space, (publication) => {
        if (publication !== undefined) dto.urls.published = this.siteUrls.withKey(site, shareKey, publication.url);
      });
    }
    return dto;
  }

  private urls({ site, shareKey }: SiteReading, ...paths: readonly string[]): PublishedUrlsDto {
    const published = this.siteUrls.published(site, shareKey, ...paths);
    return published === undefined ? {} : { published };
  }
}
