import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { BadInputError, NotFoundError } from '../../../kernel/errors/errors.js';
import { SiteConditions } from '../adaptive/site-conditions.js';
import { SiteAccess } from '../site.access.js';
import { foundPlace, type MoveSiteSpaceDto, neighbourOf } from './dto/position.dto.js';
import type { SiteSpaceDto } from './dto/site-space.dto.js';
import type { AddSiteSpaceDto, UpdateSiteSpaceDto } from './dto/structure-requests.dto.js';
import type { Outline, PlacedSiteSpace } from './outline.js';
import { moveSiteSpace } from './outline-moves.js';
import { NO_SITE_SPACE, StructureAnswers } from './structure-answers.js';
import { StructureStore } from './structure-store.js';

/** Keeps which spaces sites show, and where. */
@Injectable()
export class SiteSpacesService {
  constructor(
    private readonly access: SiteAccess,
    private readonly conditions: SiteConditions,
    private readonly store: StructureStore,
    private readonly answers: StructureAnswers,
  ) {}

  /** At the end of a section: the default one unless another is named. A site without sections takes it at its root. */
  async add(actor: Actor, organizationId: string, siteId: string, { spaceId, sectionId }: AddSiteSpaceDto): Promise<SiteSpaceDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    const space = await this.access.requireSpace(actor, organizationId, spaceId, 'spaceId');
    return this.store.change(site, async (locked) => {
      const id = await this.store.addSiteSpace(locked, { space, sectionId: sectionFor(locked.outline, sectionId) });
      return this.answers.siteSpace(locked.site, id);
    });
  }

  async update(actor: Actor, organizationId: string, siteId: string, siteSpaceId: string, body: UpdateSiteSpaceDto): Promise<SiteSpaceDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    return this.store.change(site, async (locked) => {
      const siteSpace = siteSpaceIn(locked.outline, siteSpaceId);
      const { spaceId } = body;
      if (spaceId !== undefined && spaceId !== siteSpace.spaceId) await this.access.requireSpace(actor, organizationId, spaceId, 'spaceId');
      await this.conditions.check(site.id, 'condition', body.condition);
      await this.store.updateSiteSpace(locked, siteSpace, body);
      return this.answers.siteSpace(locked.site, siteSpace.id);
    });
  }

  /** Among those of its section, or of the root. */
  async move(actor: Actor, organizationId: string, siteId: string, siteSpaceId: string, { position }: MoveSiteSpaceDto): Promise<SiteSpaceDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    const neighbour = neighbourOf(position, ({ siteSpace }) => ({ id: siteSpace }));
    return this.store.change(site, async (locked) => {
      const { id } = siteSpaceIn(locked.outline, siteSpaceId);
      await this.store.replace(foundPlace(moveSiteSpace(locked.outline, id, neighbour), neighbour, 'must name another site space of the same section'));
      return this.answers.siteSpace(locked.site, id);
    });
  }

  /** The space stays. */
  async delete(actor: Actor, organizationId: string, siteId: string, siteSpaceId: string): Promise<void> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    await this.store.change(site, (locked) => this.store.removeSiteSpace(locked, siteSpaceIn(locked.outline, siteSpaceId)));
  }
}

function siteSpaceIn({ siteSpaces }: Outline, siteSpaceId: string): PlacedSiteSpace {
  const siteSpace = siteSpaces.find(({ id }) => id === siteSpaceId);
  if (siteSpace === undefined) throw new NotFoundError(NO_SITE_SPACE);
  return siteSpace;
}

/** Null: the root. */
function sectionFor({ sections }: Outline, sectionId: string | undefined): string | null {
  const section = sections.find(({ id, isDefault }) => (sectionId === undefined ? isDefault : id === sectionId));
  if (section !== undefined) return section.id;
  if (sectionId !== undefined) throw BadInputError.ofField('sectionId', 'must name a section of this site');
  return null;
}
