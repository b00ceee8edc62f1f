import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import type { WrittenAnswer } from '../../kernel/http/answer.js';
import { WrittenItems } from '../../kernel/pagination/written-items.js';
import { VisibleTargets } from '../access/visible-targets.js';
import { OrganizationAccess } from '../organizations/organization.access.js';
import { CollectionAccess } from './collection.access.js';
import { CollectionPresenter } from './collection.presenter.js';
import { CollectionStore } from './collection-store.js';
import type { CollectionDto } from './dto/collection.dto.js';
import type { CollectionListQuery, CreateCollectionDto, UpdateCollectionDto } from './dto/collection-requests.dto.js';
import { LISTED_COLLECTIONS, listedCollection, type PlacedCollection } from './placed-collection.js';

const DEFAULT_TITLE = 'Untitled collection';

/** Reads and keeps collections. */
@Injectable()
export class CollectionsService {
  constructor(
    private readonly access: CollectionAccess,
    private readonly organizations: OrganizationAccess,
    private readonly targets: VisibleTargets,
    private readonly store: CollectionStore,
    private readonly presenter: CollectionPresenter,
    private readonly items: WrittenItems,
  ) {}

  async get(actor: Actor, collectionId: string): Promise<CollectionDto> {
    return this.presenter.present(await this.access.load(actor, collectionId, 'view'));
  }

  /** Those that the caller sees, by position. */
  async list(actor: Actor, organizationId: string, query: CollectionListQuery): Promise<WrittenAnswer> {
    await this.organizations.require(actor, organizationId, 'view');
    const sight = await this.targets.sight(actor.userId, organizationId);
    const list = { organizationId, kind: 'collection', parentId: query.nested ? '*' : null, order: 'position' } as const;
    const { facts, read, ...page } = await this.targets.page<PlacedCollection>('collections', [sight], list, LISTED_COLLECTIONS, query);
    return this.items.answer(page, ['collection', ...facts], (rows) => rows.map((row) => this.presenter.present(listedCollection(read(row)))));
  }

  /** At the end of its parent. */
  async create(actor: Actor, organizationId: string, { title = DEFAULT_TITLE, parent }: CreateCollectionDto): Promise<CollectionDto> {
    await this.organizations.require(actor, organizationId, 'view');
    const parentId = parent ?? null;
    await this.access.requireParent(actor, organizationId, parentId);
    return this.presenter.present(await this.store.create({ organizationId, title, parentId }));
  }

  async update(actor: Actor, collectionId: string, body: UpdateCollectionDto): Promise<CollectionDto> {
    const { id } = await this.access.load(actor, collectionId, 'admin');
    return this.presenter.present(await this.store.update(id, body));
  }

  /** Its children move up into its place. */
  async delete(actor: Actor, collectionId: string): Promise<void> {
    const { id } = await this.access.load(actor, collectionId, 'admin');
    await this.store.remove(id);
  }
}
