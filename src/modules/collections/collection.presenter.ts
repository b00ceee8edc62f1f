import { Injectable } from '@nestjs/common';
import { placeSlot } from '../../kernel/permissions/slots.js';
import { Urls } from '../../kernel/urls/urls.js';
import { CollectionAccess } from './collection.access.js';
import { collectionAbilities } from './collection.policy.js';
import type { CollectionDto } from './dto/collection.dto.js';
import type { PlacedCollection } from './placed-collection.js';

@Injectable()
export class CollectionPresenter {
  constructor(private readonly urls: Urls) {}

  present(collection: PlacedCollection): CollectionDto {
    const { id, title, description, organizationId, parentId } = collection;
    const dto: CollectionDto = {
      object: 'collection',
      id,
      title,
      ...(description === null ? {} : { description }),
      organization: organizationId,
      ...(parentId === null ? {} : { parent: parentId }),
      defaultLevel: null, // filled with the slot below
      urls: { location: this.urls.api('collections', id), app: this.urls.app('o', organizationId, 'c', id) },
      permissions: collectionAbilities(null),
    };
    placeSlot(CollectionAccess, collection, ({ permissions, defaultLevel }) => Object.assign(dto, { permissions, defaultLevel }));
    return dto;
  }
}
