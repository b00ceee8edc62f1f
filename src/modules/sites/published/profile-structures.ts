import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Claims } from '../adaptive/condition.js';
import { Customizations } from '../customization/customizations.js';
import { StructureReader } from '../structure/structure-reader.js';
import { isForEverybody, type ProfileStructure, siteSpacesOf, visibleTo } from './profile-structure.js';
import type { SiteState } from './site-state.js';

/** Most parts of sites that are kept as they were read. */
const MOST_PARTS = 50_000;

/** All that may be seen of a site, whoever visits. */
export interface WholeStructure extends ProfileStructure {
  readonly isForEverybody: boolean;
}

/** What there is to see of sites, each read once for a state of the site. */
@Injectable()
export class ProfileStructures {
  private readonly structures = new LRUCache<string, WholeStructure>({
    maxSize: MOST_PARTS,
    sizeCalculation: (structure) => 1 + structure.sections.length + siteSpacesOf(structure).length,
  });

  constructor(
    private readonly reader: StructureReader,
    private readonly customizations: Customizations,
  ) {}

  async whole(site: SiteState): Promise<WholeStructure> {
    const { id, fingerprint } = site;
    const known = this.structures.get(fingerprint);
    if (known !== undefined) return known;
    const sections = await this.reader.sections(id);
    const root = sections.length === 0 ? await this.reader.siteSpaces(id) : undefined;
    const everything = { sections, root, looks: await this.customizations.looks(site) };
    const structure = { ...everything, isForEverybody: isForEverybody(everything) };
    this.structures.set(fingerprint, structure);
    return structure;
  }

  /** What a visitor with these claims sees. */
  async shown(site: SiteState, claims: Claims): Promise<ProfileStructure> {
    return shownOf(await this.whole(site), claims);
  }
}

export function shownOf(structure: WholeStructure, claims: Claims): ProfileStructure {
  return structure.isForEverybody ? structure : visibleTo(claims, structure);
}
