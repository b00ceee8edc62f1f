import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../../../kernel/auth/actor.js';
import { WrittenAnswer } from '../../../kernel/http/answer.js';
import { entityTag } from '../../../kernel/http/entity-tag.js';
import { type CacheCounts, CacheMetrics } from '../../../kernel/metrics/cache-metrics.js';
import { type RightsCache, RightsCaches } from '../../../kernel/permissions/rights-caches.js';
import { SlotFiller } from '../../../kernel/permissions/slots.js';
import { EffectiveRoles } from '../../access/effective-roles.js';
import type { Claims } from '../adaptive/condition.js';
import { worksIn } from '../../members/admission.js';
import { ProfilePresenter } from './profile.presenter.js';
import { type ProfileStructure, shownIds, siteSpacesOf } from './profile-structure.js';
import { ProfileStructures, shownOf, type WholeStructure } from './profile-structures.js';
import type { SiteState } from './site-state.js';

/** Most bytes of profiles that are kept. */
const CAPACITY = 64_000_000;
/** Most readers whose roles are kept. */
const MOST_READERS = 10_000;

export interface ProfileReader {
  readonly actor: Actor;
  /** Others have no roles on the spaces of the organization. */
  readonly isMember: boolean;
  /** An active key of the site that the reader came with. */
  readonly shareKey: string | undefined;
  readonly claims: Claims;
}

interface Wanted {
  readonly structure: WholeStructure;
  /** What of it the visitor sees. */
  readonly shown: ProfileStructure;
  /** All that the answer depends on but the reader's roles. */
  readonly others: string;
}

/**
 * Profiles of sites as their readers see them. Each is read and written once for a state of the site, for what the
 * reader may do with its spaces, and for what its conditions show; later it is only looked up.
 */
@Injectable()
export class Profiles {
  private readonly written = new LRUCache<string, WrittenAnswer>({ maxSize: CAPACITY, sizeCalculation: ({ json }, key) => json.length + key.length });
  private readonly counts: CacheCounts;
  private readonly readers: RightsCache<{ readonly roles: string }>;

  constructor(
    private readonly structures: ProfileStructures,
    private readonly effectiveRoles: EffectiveRoles,
    private readonly presenter: ProfilePresenter,
    private readonly slots: SlotFiller,
    rights: RightsCaches,
    metrics: CacheMetrics,
  ) {
    this.counts = metrics.watch('profiles', () => this.written.size);
    this.readers = rights.create(MOST_READERS);
  }

  async get(site: SiteState, reader: ProfileReader): Promise<WrittenAnswer> {
    const structure = await this.structures.whole(site);
    const shown = shownOf(structure, reader.claims);
    // What the token of an installation may do is decided by more than roles.
    if (reader.actor.installationId !== undefined) return this.present(site, reader, shown);
    const others = [site.fingerprint, reader.shareKey ?? '', structure.isForEverybody ? '' : hash(shownIds(shown))].join('/');
    const known = this.written.get(`${others}/${await this.rememberedRoles(site, structure, reader)}`);
    this.counts[known === undefined ? 'misses' : 'hits'] += 1;
    return known ?? this.write(site, reader, { structure, shown, others });
  }

  /** It is kept only where the roles were the same before and after: others with these roles are answered with it. */
  private async write(site: SiteState, reader: ProfileReader, { structure, shown, others }: Wanted): Promise<WrittenAnswer> {
    const before = await this.roles(site, structure, reader);
    const answer = await this.present(site, reader, shown);
    const after = await this.roles(site, structure, reader);
    if (before === after) this.written.set(`${others}/${after}`, answer);
    return answer;
  }

  private async present(site: SiteState, { actor, shareKey }: ProfileReader, shown: ProfileStructure): Promise<WrittenAnswer> {
    const profile = await this.slots.fill(actor, () => Promise.resolve(this.presenter.present({ site, shareKey }, shown)));
    const json = JSON.stringify(profile);
    return new WrittenAnswer(Buffer.from(json), entityTag(json));
  }

  private async rememberedRoles(site: SiteState, structure: WholeStructure, reader: ProfileReader): Promise<string> {
    if (!reader.isMember) return this.roles(site, structure, reader);
    const found = await this.readers.get(`${reader.actor.userId}/${site.fingerprint}`, async () => ({ roles: await this.roles(site, structure, reader) }));
    return found?.roles ?? '';
  }

  /** Equal for readers who may do the same with every space. */
  private async roles({ organizationId }: SiteState, structure: WholeStructure, { actor, isMember }: ProfileReader): Promise<string> {
    if (actor.visit !== undefined) return `visit/${hash([...actor.visit.spaceIds].join())}`;
    // A token that works elsewhere alone isn't even told the default levels.
    if (!isMember) return worksIn(actor, organizationId) ? '' : 'elsewhere';
    const ids = [...new Set(siteSpacesOf(structure).map(({ spaceId }) => spaceId))];
    const standings = await this.effectiveRoles.load(actor, ids);
    return hash(ids.map((id) => standings.get(id)?.role ?? '').join());
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
