import { Injectable } from '@nestjs/common';
import { placeSlot } from '../../kernel/permissions/slots.js';
import { Urls } from '../../kernel/urls/urls.js';
import type { SpaceDto, SpacePermissionsDto } from './dto/space.dto.js';
import type { PlacedSpace } from './placed-space.js';
import { SpaceAccess } from './space.access.js';
import { type SpacePublication, SpacePublications } from './space-facts.js';

@Injectable()
export class SpacePresenter {
  constructor(private readonly urls: Urls) {}

  present(space: PlacedSpace): SpaceDto {
    const { id, emoji, deletedAt, parentId } = space;
    const dto: SpaceDto = {
      object: 'space',
      id,
      title: space.title,
      ...(emoji === null ? {} : { emoji }),
      visibility: parentId === null ? 'private' : 'in-collection',
      createdAt: space.createdAt.toISOString(),
      updatedAt: space.updatedAt.toISOString(),
      ...(deletedAt === null ? {} : { deletedAt: deletedAt.toISOString() }),
      editMode: space.editMode,
      urls: { location: this.urls.api('spaces', id), app: this.urls.app('o', space.organizationId, 's', id) },
      organization: space.organizationId,
      ...(parentId === null ? {} : { parent: parentId }),
      revision: space.revisionId,
      comments: space.comments,
      changeRequests: space.changeRequests,
      changeRequestsOpen: space.changeRequestsOpen,
      changeRequestsDraft: space.changeRequestsDraft,
      permissions: {} as SpacePermissionsDto, // filled with the slot below
    };
    placeSlot(SpaceAccess, space, ({ permissions, defaultLevel }) => {
      dto.permissions = permissions;
      if (defaultLevel !== null) dto.defaultLevel = defaultLevel;
    });
    placeSlot(SpacePublications, space, (publication) => {
      if (publication !== undefined) showPublication(dto, publication);
    });
    return dto;
  }
}

function showPublication(dto: SpaceDto, { visibility, url }: SpacePublication): void {
  dto.visibility = visibility;
  dto.urls.published = url;
  if (visibility === 'public') dto.urls.public = url;
  // Sites sign visitors in with a key of their own.
  if (visibility === 'visitor-auth') dto.visitorAuth = { backend: 'custom' };
}
