/** What a plain model knows of a site: sections without a group, and groups with sections, in order; and what is in each section. */
export interface SiteModel {
  top: (string | GroupModel)[];
  siteSpaces: Map<string, string[]>;
}

interface GroupModel {
  group: string;
  sections: string[];
}

export interface ModelNeighbour {
  side: 'before' | 'after';
  id: string;
}

/** A request that moves something, and what it does to the model. */
export interface ModelMove {
  /** What is moved. */
  id: string;
  path: string;
  body: object;
  apply: (model: SiteModel) => void;
}

export function sectionsOf({ top }: SiteModel): { id: string; group: string | undefined }[] {
  return top.flatMap<{ id: string; group: string | undefined }>((item) => (typeof item === 'string' ? [{ id: item, group: undefined }] : item.sections.map((id) => ({ id, group: item.group }))));
}

export function groupsOf({ top }: SiteModel): GroupModel[] {
  return top.filter((item) => typeof item !== 'string');
}

export function siteSpacesOf(model: SiteModel): string[] {
  return sectionsOf(model).flatMap(({ id }) => model.siteSpaces.get(id) ?? []);
}

/** `random(n)` is a whole number from 0 to n - 1. Clients with a number each move different things, wherever the others put theirs. */
export function anyMove(model: SiteModel, { client, clients }: { client: number; clients: number }, random: (below: number) => number): ModelMove {
  const pick = (ids: readonly string[]): string => ids[random(ids.length)] ?? '';
  const own = (ids: readonly string[]): string => pick(ids.filter((_, index) => index % clients === client));
  const beside = (id: string, ids: readonly string[]): ModelNeighbour | undefined =>
    random(8) === 0 ? undefined : { side: random(2) === 0 ? 'before' : 'after', id: pick(ids.filter((other) => other !== id)) };
  const [sections, groups] = [[...model.siteSpaces.keys()], groupsOf(model).map(({ group }) => group).sort()];
  const kind = random(10);
  if (kind < 4) {
    const id = own(sections);
    return sectionMove(id, beside(id, sections));
  }
  if (kind < 6) {
    const id = own(groups);
    return groupMove(id, beside(id, [...groups, ...sections]), groups);
  }
  const section = own(sections);
  const siblings = [...(model.siteSpaces.get(section) ?? [])].sort();
  const id = pick(siblings);
  return siteSpaceMove(section, id, beside(id, siblings));
}

function sectionMove(id: string, neighbour: ModelNeighbour | undefined): ModelMove {
  return {
    id,
    path: `sections/${id}/move`,
    body: positionOf(neighbour, (other) => ({ type: 'site-section', siteSection: other })),
    apply: (model) => {
      take(model, id);
      const holder = groupsOf(model).find(({ sections }) => neighbour !== undefined && sections.includes(neighbour.id));
      if (holder === undefined) insert(model.top, id, neighbour);
      else insert(holder.sections, id, neighbour);
    },
  };
}

function groupMove(id: string, neighbour: ModelNeighbour | undefined, groups: readonly string[]): ModelMove {
  return {
    id,
    path: `section-groups/${id}/move`,
    body: positionOf(neighbour, (other) => ({ type: groups.includes(other) ? 'site-section-group' : 'site-section', id: other })),
    apply: (model) => {
      const group = groupsOf(model).find((candidate) => candidate.group === id);
      if (group === undefined) return;
      model.top = model.top.filter((item) => item !== group);
      // A section in a group stands for its group.
      const holder = groupsOf(model).find(({ sections }) => neighbour !== undefined && sections.includes(neighbour.id));
      insert(model.top, group, neighbour === undefined ? undefined : { side: neighbour.side, id: holder?.group ?? neighbour.id });
    },
  };
}

function siteSpaceMove(section: string, id: string, neighbour: ModelNeighbour | undefined): ModelMove {
  return {
    id,
    path: `site-spaces/${id}/move`,
    body: positionOf(neighbour, (other) => ({ type: 'site-space', siteSpace: other })),
    apply: (model) => {
      const others = (model.siteSpaces.get(section) ?? []).filter((other) => other !== id);
      insert(others, id, neighbour);
      model.siteSpaces.set(section, others);
    },
  };
}

function positionOf(neighbour: ModelNeighbour | undefined, pointer: (id: string) => object): object {
  return neighbour === undefined ? {} : { position: { [neighbour.side]: pointer(neighbour.id) } };
}

function take(model: SiteModel, id: string): void {
  model.top = model.top.filter((item) => item !== id);
  for (const group of groupsOf(model)) group.sections = group.sections.filter((section) => section !== id);
}

function insert<Item extends SiteModel['top'][number]>(items: Item[], item: Item, neighbour: ModelNeighbour | undefined): void {
  const beside = items.findIndex((other) => (typeof other === 'string' ? other : other.group) === neighbour?.id);
  items.splice(neighbour === undefined ? items.length : beside + (neighbour.side === 'before' ? 0 : 1), 0, item);
}
