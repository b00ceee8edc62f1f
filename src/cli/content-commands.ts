import { Injectable } from '@nestjs/common';
import { Urls } from '../kernel/urls/urls.js';
import { CollectionStore } from '../modules/collections/collection-store.js';
import { ImportService } from '../modules/content/import.service.js';
import { OrganizationsService } from '../modules/organizations/organizations.service.js';
import { SpaceStore } from '../modules/spaces/space-store.js';
import { type ProgressStream, showProgress } from './progress.js';

/** What an operator may do with collections, spaces and what is in them. */
@Injectable()
export class ContentCommands {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly collections: CollectionStore,
    private readonly spaces: SpaceStore,
    private readonly imports: ImportService,
    private readonly urls: Urls,
  ) {}

  async createCollection({ org, title, parent }: { org: string; title: string; parent?: string }): Promise<object> {
    const organization = await this.organizations.get(org);
    const collection = await this.collections.create({ organizationId: organization.id, title, parentId: parent ?? null });
    const { id, organizationId, parentId, createdAt, updatedAt } = collection;
    return {
      object: 'collection',
      id,
      title: collection.title,
      organization: organizationId,
      ...(parentId === null ? {} : { parent: parentId }),
      createdAt,
      updatedAt,
      urls: { location: this.urls.api('collections', id), app: this.urls.app('o', organizationId, 'c', id) },
    };
  }

  async createSpace({ org, title, collection }: { org: string; title: string; collection?: string }): Promise<object> {
    const organization = await this.organizations.get(org);
    const space = await this.spaces.create({ organizationId: organization.id, title, parentId: collection });
    const { id, organizationId, parentId, revisionId, editMode, createdAt, updatedAt } = space;
    return {
      object: 'space',
      id,
      title: space.title,
      organization: organizationId,
      ...(parentId === null ? {} : { parent: parentId }),
      revision: revisionId,
      editMode,
      createdAt,
      updatedAt,
      urls: { location: this.urls.api('spaces', id), app: this.urls.app('o', organizationId, 's', id) },
    };
  }

  async import({ space, path }: { space: string; path: string }, stream: ProgressStream): Promise<object> {
    await this.spaces.get(space);
    const progress = showProgress(stream);
    try {
      const { revisionId, importedResources, totalResources, failures } = await this.imports.importLocal(space, path, progress.report);
      return { revision: revisionId, importedResources, totalResources, ...(failures.length === 0 ? {} : { failures }) };
    } finally {
      progress.end();
    }
  }
}
