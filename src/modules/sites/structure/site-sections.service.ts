import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { BadInputError, NotFoundError } from '../../../kernel/errors/errors.js';
import { codePointLength } from '../../../kernel/validation/text.js';
import { SiteConditions } from '../adaptive/site-conditions.js';
import { SiteAccess } from '../site.access.js';
import { foundPlace, type MoveSiteSectionDto, neighbourOf } from './dto/position.dto.js';
import type { SiteSectionDto } from './dto/site-section.dto.js';
import type { AddSectionDto, UpdateSectionDto } from './dto/structure-requests.dto.js';
import { type Outline, type PlacedSection, siteSpacesIn } from './outline.js';
import { moveSection } from './outline-moves.js';
import { NO_SECTION, StructureAnswers } from './structure-answers.js';
import { StructureStore } from './structure-store.js';

const SHORTEST_TITLE = 2;
const DEFAULT_TITLE = 'Untitled section';

/** Keeps the sections of sites. */
@Injectable()
export class SiteSectionsService {
  constructor(
    private readonly access: SiteAccess,
    private readonly conditions: SiteConditions,
    private readonly store: StructureStore,
    private readonly answers: StructureAnswers,
  ) {}

  async add(actor: Actor, organizationId: string, siteId: string, { spaceId, title, icon = null }: AddSectionDto): Promise<SiteSectionDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    const space = await this.access.requireSpace(actor, organizationId, spaceId, 'spaceId');
    return this.store.change(site, async (locked) => {
      const id = await this.store.addSection(locked, { title: title ?? titleFor(space.title), icon, space });
      return this.answers.section(locked.site, id);
    });
  }

  async update(actor: Actor, organizationId: string, siteId: string, sectionId: string, body: UpdateSectionDto): Promise<SiteSectionDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    return this.store.change(site, async (locked) => {
      const { id } = sectionIn(locked.outline, sectionId);
      const { defaultSiteSpace, ...changes } = body;
      if (defaultSiteSpace !== undefined && !siteSpacesIn(locked.outline, id).some((siteSpace) => siteSpace.id === defaultSiteSpace)) {
        throw BadInputError.ofField('defaultSiteSpace', 'must name a site space of this section');
      }
      await this.conditions.check(site.id, 'condition', changes.condition);
      await this.store.updateSection(locked, id, changes);
      if (defaultSiteSpace !== undefined) await this.store.makeDefaultSiteSpace(locked, defaultSiteSpace);
      return this.answers.section(locked.site, id);
    });
  }

  async move(actor: Actor, organizationId: string, siteId: string, sectionId: string, { position }: MoveSiteSectionDto): Promise<SiteSectionDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    const neighbour = neighbourOf(position, ({ siteSection }) => ({ id: siteSection }));
    return this.store.change(site, async (locked) => {
      const { id } = sectionIn(locked.outline, sectionId);
      await this.store.replace(foundPlace(moveSection(locked.outline, id, neighbour), neighbour, 'must name another section of this site'));
      return this.answers.section(locked.site, id);
    });
  }

  /** With its site spaces; the spaces stay. */
  async delete(actor: Actor, organizationId: string, siteId: string, sectionId: string): Promise<void> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    await this.store.change(site, (locked) => this.store.removeSection(locked, sectionIn(locked.outline, sectionId)));
  }
}

/** The space's title, as long as a section may have it. */
function titleFor(spaceTitle: string): string {
  return codePointLength(spaceTitle) < SHORTEST_TITLE ? DEFAULT_TITLE : spaceTitle;
}

function sectionIn({ sections }: Outline, sectionId: string): PlacedSection {
  const section = sections.find(({ id }) => id === sectionId);
  if (section === undefined) throw new NotFoundError(NO_SECTION);
  return section;
}
