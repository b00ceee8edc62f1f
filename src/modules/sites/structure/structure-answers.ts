import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { withLocation } from '../../../kernel/http/answer.js';
import { Urls } from '../../../kernel/urls/urls.js';
import type { ReadSite } from '../read-site.js';
import type { SiteSectionGroupDto } from './dto/site-section-group.dto.js';
import type { SiteSectionDto } from './dto/site-section.dto.js';
import type { SiteSpaceDto } from './dto/site-space.dto.js';
import { StructureReader } from './structure-reader.js';
import { StructurePresenter } from './structure.presenter.js';

export const NO_SECTION = 'There is no such section in this site.';
export const NO_GROUP = 'There is no such section group in this site.';
export const NO_SITE_SPACE = 'There is no such site space in this site.';

/** One part of a site as it is now, for answers to changes; with its address, as it doesn't tell that itself. */
@Injectable()
export class StructureAnswers {
  constructor(
    private readonly urls: Urls,
    private readonly reader: StructureReader,
    private readonly presenter: StructurePresenter,
  ) {}

  /** @throws NotFoundError */
  async section(site: ReadSite, id: string): Promise<SiteSectionDto> {
    const [section] = await this.reader.sections(site.id, { ids: [id] });
    if (section === undefined) throw new NotFoundError(NO_SECTION);
    return withLocation(this.presenter.section({ site }, section), this.location(site, 'sections', id));
  }

  /** @throws NotFoundError */
  async group(site: ReadSite, id: string): Promise<SiteSectionGroupDto> {
    const [group] = await this.reader.groups(site.id, { ids: [id] });
    if (group === undefined) throw new NotFoundError(NO_GROUP);
    return withLocation(this.presenter.group({ site }, group), this.location(site, 'section-groups', id));
  }

  /** @throws NotFoundError */
  async siteSpace(site: ReadSite, id: string): Promise<SiteSpaceDto> {
    const [siteSpace] = await this.reader.siteSpaces(site.id, { ids: [id] });
    if (siteSpace === undefined) throw new NotFoundError(NO_SITE_SPACE);
    return withLocation(this.presenter.siteSpace({ site }, siteSpace), this.location(site, 'site-spaces', id));
  }

  private location({ organizationId, id }: ReadSite, ...part: readonly string[]): string {
    return this.urls.api('orgs', organizationId, 'sites', id, ...part);
  }
}
