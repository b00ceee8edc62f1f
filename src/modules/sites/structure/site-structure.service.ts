import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { NotFoundError } from '../../../kernel/errors/errors.js';
import { ShareKeys } from '../share-links/share-keys.js';
import { SiteAccess } from '../site.access.js';
import { foundPlace, neighbourOf } from './dto/position.dto.js';
import { partOf, type SiteStructureDto, type SortSiteStructureDto } from './dto/site-structure.dto.js';
import type { Outline } from './outline.js';
import { movePart, type PartKind } from './outline-moves.js';
import { StructureReader } from './structure-reader.js';
import { StructureStore } from './structure-store.js';
import { StructurePresenter } from './structure.presenter.js';

/** Shows and sorts sites as a whole. */
@Injectable()
export class SiteStructureService {
  constructor(
    private readonly access: SiteAccess,
    private readonly shareKeys: ShareKeys,
    private readonly store: StructureStore,
    private readonly reader: StructureReader,
    private readonly presenter: StructurePresenter,
  ) {}

  async get(actor: Actor, organizationId: string, siteId: string, shareKey: string | undefined): Promise<SiteStructureDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'view');
    const [structure, admitted] = await Promise.all([this.reader.structure(siteId), this.shareKeys.admitted(actor, site, shareKey)]);
    return this.presenter.structure({ site, shareKey: admitted }, structure);
  }

  async sort(actor: Actor, organizationId: string, siteId: string, { item, position }: SortSiteStructureDto): Promise<SiteStructureDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    const [part, neighbour] = [partOf(item), neighbourOf(position, partOf)];
    return this.store.change(site, async (locked) => {
      if (!partsOf(locked.outline, part.kind).some(({ id }) => id === part.id)) throw new NotFoundError(`There is no such ${item.type} in this site.`);
      await this.store.replace(foundPlace(movePart(locked.outline, part, neighbour), neighbour, 'must name another part of this site, with which it can stand'));
      return this.presenter.structure({ site: locked.site }, await this.reader.structure(siteId));
    });
  }
}

function partsOf({ groups, sections, siteSpaces }: Outline, kind: PartKind): readonly { id: string }[] {
  return { group: groups, section: sections, 'site-space': siteSpaces }[kind];
}
