import type { Actor } from '../src/kernel/auth/actor.js';
import { ChangeRequestBranch } from '../src/modules/change-requests/change-request-branch.js';
import { ChangeRequestContent } from '../src/modules/change-requests/change-request-content.js';
import { ChangeRequestLists } from '../src/modules/change-requests/change-request-lists.js';
import { ChangeRequestMergesService } from '../src/modules/change-requests/change-request-merges.service.js';
import { ChangeRequestsService } from '../src/modules/change-requests/change-requests.service.js';
import { ContentService } from '../src/modules/content/content.service.js';
import { PageLinksReader } from '../src/modules/content/links/page-links.reader.js';
import type { PageUpdate } from '../src/modules/content/store/content-changes.js';
import { ContentWriter } from '../src/modules/content/store/content-writer.js';
import type { BenchOptions } from './options.js';
import { sampleMarkdown } from './sample-pages.js';
import { median, rounded } from './statistics.js';
import type { SampleSpace, Workbench } from './workbench.js';

const STEPS = ['create', 'edit', 'list', 'read', 'links', 'update', 'merge'] as const;
export type ChangeRequestStep = (typeof STEPS)[number];

export interface ChangeRequestsReport {
  /** How many pages each change request, and the main content beside it, changes. */
  edits: number;
  pages: readonly [small: number, large: number];
  /** Median milliseconds, in the small and in the large space, and large over small. */
  steps: readonly { step: ChangeRequestStep; small: number; large: number; ratio: number }[];
}

const EDITS = 10;
const PARTS = 2;
const QUERY = { format: 'markdown', evaluated: false, metadata: true, computed: true } as const;

/** What a change request of a few pages costs in a small and in a large space, the two turn by turn, in this process. */
export async function measureChangeRequests(bench: Workbench, options: BenchOptions): Promise<ChangeRequestsReport> {
  const actor = await bench.actor();
  const [small, large] = [new Course(bench, actor, await bench.space(options.spaces[0], PARTS)), new Course(bench, actor, await bench.space(options.spaces[1], PARTS))];
  const warmUp = Math.ceil(options.growthRepeats / 8);
  for (let repeat = 0; repeat < warmUp + Math.ceil(options.growthRepeats / 2); repeat += 1) {
    if (repeat === warmUp) for (const course of [small, large]) course.forget();
    await small.run(repeat);
    await large.run(repeat);
  }
  const steps = STEPS.map((step) => {
    const [one, other] = [median(small.times[step]), median(large.times[step])];
    return { step, small: rounded(one), large: rounded(other), ratio: rounded(other / one) };
  });
  return { edits: EDITS, pages: options.spaces, steps };
}

/** One change request from its beginning to its merge, again and again. */
class Course {
  readonly times: Record<ChangeRequestStep, number[]> = { create: [], edit: [], list: [], read: [], links: [], update: [], merge: [] };

  constructor(
    private readonly bench: Workbench,
    private readonly actor: Actor,
    private readonly space: SampleSpace,
  ) {}

  async run(repeat: number): Promise<void> {
    const { app } = this.bench;
    const spaceId = this.space.id;
    const { id } = await this.time('create', () => app.get(ChangeRequestsService).make({ spaceId, createdBy: this.actor.userId }));
    const content = app.get(ChangeRequestContent).of(spaceId, id);
    const branch = app.get(ChangeRequestBranch).of(spaceId, id);
    await this.time('edit', () => app.get(ContentWriter).commit(branch, { pageUpdates: this.updates(0, repeat) }, { createdBy: this.actor.userId }));
    await this.time('list', () => app.get(ChangeRequestLists).list(this.actor, spaceId, { status: 'draft', limit: 50 }));
    const pageId = this.pageAt(0);
    await this.time('read', () => app.get(ContentService).getPage(this.actor, content, pageId, QUERY));
    const { state } = await content.view(this.actor);
    await this.time('links', () => app.get(PageLinksReader).findLinks(state, this.pageAt(EDITS), { after: -1, limit: 50 }));
    await this.bench.commit(spaceId, { pageUpdates: this.updates(EDITS, repeat) });
    await this.time('update', () => app.get(ChangeRequestMergesService).update(this.actor, spaceId, id));
    await this.bench.commit(spaceId, { pageUpdates: this.updates(EDITS, repeat + 0.5) });
    await this.time('merge', () => app.get(ChangeRequestMergesService).merge(this.actor, spaceId, id));
  }

  forget(): void {
    for (const times of Object.values(this.times)) times.length = 0;
  }

  /** Pages of the lower half of the tree, which have nothing below them. */
  private updates(from: number, edition: number): PageUpdate[] {
    return Array.from({ length: EDITS }, (_, place) => ({ pageId: this.pageAt(from + place), markdown: sampleMarkdown(from + place, PARTS, edition) }));
  }

  private pageAt(place: number): string {
    return this.space.pageIds[Math.floor(this.space.pageIds.length / 2) + place] ?? '';
  }

  private async time<Result>(step: ChangeRequestStep, work: () => Promise<Result>): Promise<Result> {
    const start = performance.now();
    const result = await work();
    this.times[step].push(performance.now() - start);
    return result;
  }
}
