import { Injectable } from '@nestjs/common';
import { OrganizationPresenter } from '../../organizations/organization.presenter.js';
import { OrganizationsService } from '../../organizations/organizations.service.js';
import type { PlacedSpace } from '../../spaces/placed-space.js';
import { SpacePresenter } from '../../spaces/space.presenter.js';
import type { ContentSpace } from '../content-reference.js';
import { ContentPresenter } from '../content.presenter.js';
import type { ContentLocationDto, FileBacklinkDto, PageLinkDto } from '../dto/location.dto.js';
import type { StoredFile } from '../store/file-rows.js';
import type { ReadLink, TargetPage } from './page-links.reader.js';

/** Where content is: organization, space and revision, the same objects for all items of a list. */
export type Surroundings = Required<Pick<ContentLocationDto, 'organization' | 'space' | 'versionContext'>>;

const METADATA = { metadata: true };

/** Presents places in content. */
@Injectable()
export class LocationPresenter {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly organizationPresenter: OrganizationPresenter,
    private readonly spacePresenter: SpacePresenter,
    private readonly contentPresenter: ContentPresenter,
  ) {}

  async surroundings(space: PlacedSpace, revisionId: string): Promise<Surroundings> {
    const organization = await this.organizations.get(space.organizationId);
    return {
      organization: this.organizationPresenter.present(organization),
      space: this.spacePresenter.present(space),
      versionContext: { type: 'revision', revision: revisionId },
    };
  }

  link(space: ContentSpace, around: Surroundings, link: ReadLink): PageLinkDto {
    const target = this.target(space, around, link);
    return {
      status: link.status,
      relation: 'reference',
      ...(target === undefined ? {} : { targetReference: target }),
      address: link.address,
      text: link.text,
    };
  }

  fileBacklink(space: ContentSpace, around: Surroundings, file: StoredFile, page: TargetPage): FileBacklinkDto {
    return { kind: 'file', ...around, file: this.contentPresenter.file(space, file, METADATA), page };
  }

  page(around: Surroundings, page: TargetPage): ContentLocationDto {
    return { kind: 'page', ...around, page };
  }

  private target(space: ContentSpace, around: Surroundings, { status, address, page, anchor, file }: ReadLink): ContentLocationDto | undefined {
    if (status === 'broken') return undefined;
    if (file !== undefined) return { kind: 'file', ...around, file: this.contentPresenter.file(space, file, METADATA) };
    if (page !== undefined) return { ...this.page(around, page), ...(anchor === null ? {} : { internalLocation: { type: 'anchor', anchor } }) };
    return { kind: 'url', url: address };
  }
}
