import { LRUCache } from 'lru-cache';
import type { Config } from '../../kernel/config/config.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { asSent, WrittenAnswer } from '../../kernel/http/answer.js';
import { entityTag } from '../../kernel/http/entity-tag.js';
import type { CacheCounts, CacheMetrics } from '../../kernel/metrics/cache-metrics.js';
import type { SignedLinks } from '../../kernel/urls/signed-links.js';
import type { ContentSpace } from './content-reference.js';

/** What was read for an answer: its body, and the revision that it shows. */
export interface ReadAnswer {
  revisionId: string;
  body: object;
}

/**
 * Written answers of revisions. A revision never changes, so neither does what was read of it: an answer
 * is presented once, and later only looked up. Callers see to the rights.
 */
export abstract class RevisionAnswers {
  private readonly written: LRUCache<string, WrittenAnswer>;
  private readonly counts: CacheCounts;

  /**
   * @param name in the metrics
   * @param capacity most characters of answers that are kept: two bytes each in the worst case
   */
  constructor(
    private readonly config: Config,
    private readonly links: SignedLinks,
    metrics: CacheMetrics,
    { name, capacity }: { readonly name: string; readonly capacity: number },
  ) {
    this.written = new LRUCache({ maxSize: capacity, sizeCalculation: (answer, key) => answer.json.length + key.length });
    this.counts = metrics.watch(name, () => this.written.size);
  }

  /**
   * The written answer, from memory or from `read`.
   * @param space with its newest revision, as far as the caller knows; `read` may find a newer one
   * @param parts everything else that the answer depends on, in a fixed order
   * @throws NotFoundError with `missing` when `read` finds nothing
   */
  async get(space: ContentSpace, parts: readonly unknown[], missing: string, read: () => Promise<ReadAnswer | undefined>): Promise<WrittenAnswer> {
    // Signed links within answers change by the day, and addresses in the application with the organization.
    const rest = `${space.organizationId}/${space.within?.join('/') ?? ''}/${String(this.links.expiry())}/${parts.map(String).join('/')}`;
    const known = this.written.get(`${space.revisionId}/${rest}`);
    this.counts[known === undefined ? 'misses' : 'hits'] += 1;
    if (known !== undefined) return known;
    const found = await read();
    if (found === undefined) throw new NotFoundError(missing);
    const key = `${found.revisionId}/${rest}`;
    // Addresses within answers follow the settings, which may differ after the next start.
    const answer = new WrittenAnswer(asSent(JSON.stringify(found.body)), entityTag(`${key}\n${this.config.publicUrl}\n${this.config.appUrl}`));
    this.written.set(key, answer);
    return answer;
  }
}
