import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../kernel/auth/actor.js';
import { BadInputError, NotFoundError } from '../../../kernel/errors/errors.js';
import { badInput } from '../../../kernel/validation/faults.js';
import { shorten } from '../../../kernel/validation/text.js';
import { SiteAccess } from '../site.access.js';
import { foundPlace, type MoveSiteSectionGroupDto, neighbourOf } from './dto/position.dto.js';
import type { SiteSectionGroupDto } from './dto/site-section-group.dto.js';
import type { AddSectionGroupDto, AddSectionToGroupDto, UpdateSectionGroupDto } from './dto/structure-requests.dto.js';
import type { Outline } from './outline.js';
import { moveGroup, moveIntoGroup, moveOutOfGroup } from './outline-moves.js';
import type { Placed } from './sibling-order.js';
import { NO_GROUP, StructureAnswers } from './structure-answers.js';
import { StructureStore } from './structure-store.js';

/** Keeps the groups of sections. */
@Injectable()
export class SiteSectionGroupsService {
  constructor(
    private readonly access: SiteAccess,
    private readonly store: StructureStore,
    private readonly answers: StructureAnswers,
  ) {}

  async add(actor: Actor, organizationId: string, siteId: string, { title, icon = null, sections = [] }: AddSectionGroupDto): Promise<SiteSectionGroupDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    return this.store.change(site, async (locked) => {
      requireSections(locked.outline, sections);
      const id = await this.store.addGroup(locked, { title, icon, sectionIds: sections });
      return this.answers.group(locked.site, id);
    });
  }

  async update(actor: Actor, organizationId: string, siteId: string, groupId: string, body: UpdateSectionGroupDto): Promise<SiteSectionGroupDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    return this.store.change(site, async (locked) => {
      const { id } = groupIn(locked.outline, groupId);
      await this.store.updateGroup(id, body);
      return this.answers.group(locked.site, id);
    });
  }

  async move(actor: Actor, organizationId: string, siteId: string, groupId: string, { position }: MoveSiteSectionGroupDto): Promise<SiteSectionGroupDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    const neighbour = neighbourOf(position, ({ type, id }) => ({ id, kind: type === 'site-section' ? ('section' as const) : ('group' as const) }));
    return this.store.change(site, async (locked) => {
      const { id } = groupIn(locked.outline, groupId);
      await this.store.replace(foundPlace(moveGroup(locked.outline, id, neighbour), neighbour, 'must name a section outside of this group, or another group, of this site'));
      return this.answers.group(locked.site, id);
    });
  }

  /** At its end, out of the group that the section was in. */
  async addSection(actor: Actor, organizationId: string, siteId: string, groupId: string, { sectionId }: AddSectionToGroupDto): Promise<SiteSectionGroupDto> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    return this.store.change(site, async (locked) => {
      const { id } = groupIn(locked.outline, groupId);
      if (!locked.outline.sections.some((section) => section.id === sectionId)) throw BadInputError.ofField('sectionId', 'must name a section of this site');
      await this.store.replace(moveIntoGroup(locked.outline, sectionId, id));
      return this.answers.group(locked.site, id);
    });
  }

  /** It stays in the site, behind the group. */
  async removeSection(actor: Actor, organizationId: string, siteId: string, groupId: string, sectionId: string): Promise<void> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    await this.store.change(site, async ({ outline }) => {
      const { id } = groupIn(outline, groupId);
      const isThere = outline.sections.some((section) => section.id === sectionId && section.groupId === id);
      if (!isThere) throw new NotFoundError('There is no such section in this group.');
      await this.store.replace(moveOutOfGroup(outline, sectionId, id));
    });
  }

  /** Its sections stay where it was. */
  async delete(actor: Actor, organizationId: string, siteId: string, groupId: string): Promise<void> {
    const site = await this.access.load(actor, organizationId, siteId, 'edit');
    await this.store.change(site, (locked) => this.store.removeGroup(locked, groupIn(locked.outline, groupId)));
  }
}

function groupIn({ groups }: Outline, groupId: string): Placed {
  const group = groups.find(({ id }) => id === groupId);
  if (group === undefined) throw new NotFoundError(NO_GROUP);
  return group;
}

function requireSections({ sections }: Outline, sectionIds: readonly string[]): void {
  const known = new Set(sections.map(({ id }) => id));
  const faults = sectionIds.flatMap((id, index) => {
    const message = known.has(id) ? (sectionIds.indexOf(id) < index ? 'is in the list already' : undefined) : `${shorten(id)} is no section of this site`;
    return message === undefined ? [] : [{ field: `sections.${String(index)}`, message }];
  });
  if (faults.length > 0) throw badInput(faults);
}
