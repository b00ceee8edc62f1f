import { Injectable } from '@nestjs/common';
import { placeSlot } from '../../kernel/permissions/slots.js';
import { Urls } from '../../kernel/urls/urls.js';
import type { SpaceDto, SpacePermissionsDto } from './dto/space.dto.js';
import type { PlacedSpace } from './placed-space.js';
import { SpaceAccess } from './space.access.js';

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
    return dto;
  }
}
