import { Injectable } from '@nestjs/common';
import type { Actor } from '../../kernel/auth/actor.js';
import { TreeService } from '../access/tree.service.js';
import { CollectionAccess } from './collection.access.js';
import { CollectionPresenter } from './collection.presenter.js';
import { CollectionStore } from './collection-store.js';
import type { CollectionDto } from './dto/collection.dto.js';
import { type MoveCollectionDto, moveOf, type TransferCollectionDto } from './dto/collection-requests.dto.js';

/** Moves collections within their organization, and from one to another. */
@Injectable()
export class CollectionMovesService {
  constructor(
    private readonly access: CollectionAccess,
    private readonly tree: TreeService,
    private readonly store: CollectionStore,
    private readonly presenter: CollectionPresenter,
  ) {}

  async move(actor: Actor, collectionId: string, body: MoveCollectionDto): Promise<CollectionDto> {
    const { id, organizationId, parentId } = await this.access.load(actor, collectionId, 'admin');
    const move = moveOf(body);
    if (move.parentId !== undefined && move.parentId !== parentId) await this.access.requireParent(actor, organizationId, move.parentId);
    if (move.neighbour !== undefined) await this.access.requireNeighbour(actor, move.neighbour);
    await this.tree.move(id, move);
    return this.presenter.present(await this.store.get(id));
  }

  async transfer(actor: Actor, collectionId: string, { organization }: TransferCollectionDto): Promise<CollectionDto> {
    const { id } = await this.access.load(actor, collectionId, 'admin');
    await this.access.requireOrganization(actor, organization);
    await this.tree.transfer(id, organization);
    return this.presenter.present(await this.store.get(id));
  }
}
