import { ContentService } from '../src/modules/content/content.service.js';
import { MainContent } from '../src/modules/content/main-content.js';
import type { BenchOptions } from './options.js';
import { sampleMarkdown } from './sample-pages.js';
import { median, milliseconds, rounded } from './statistics.js';
import type { SampleSpace, Workbench } from './workbench.js';

/** Median milliseconds of each step. */
export interface GrowthFigures {
  pages: number;
  /** A revision that changes the body of one page. */
  write: number;
  /** Reading that page for the first time after it. */
  firstRead: number;
  /** Reading it once more. */
  cachedRead: number;
}

export interface GrowthReport {
  spaces: readonly [small: GrowthFigures, large: GrowthFigures];
  /** Large over small. */
  writeRatio: number;
  firstReadRatio: number;
  cachedReadRatio: number;
}

/** The growth is in pages, not in their length. */
const PARTS = 2;
const QUERY = { format: 'markdown', evaluated: false, metadata: true, computed: true } as const;

/** What one page costs in a small and in a large space, the two turn by turn, in this process. */
export async function measureGrowth(bench: Workbench, options: BenchOptions): Promise<GrowthReport> {
  const [small, large] = [new Steps(bench, await bench.space(options.spaces[0], PARTS)), new Steps(bench, await bench.space(options.spaces[1], PARTS))];
  const warmUp = Math.ceil(options.growthRepeats / 4);
  for (let repeat = 0; repeat < warmUp + options.growthRepeats; repeat += 1) {
    if (repeat === warmUp) for (const steps of [small, large]) steps.forget();
    await small.run(repeat);
    await large.run(repeat);
  }
  const figures = [small.figures(), large.figures()] as const;
  const ratio = (step: 'write' | 'firstRead' | 'cachedRead'): number => rounded(figures[1][step] / figures[0][step]);
  return { spaces: figures, writeRatio: ratio('write'), firstReadRatio: ratio('firstRead'), cachedReadRatio: ratio('cachedRead') };
}

class Steps {
  private readonly times = { write: [] as number[], firstRead: [] as number[], cachedRead: [] as number[] };

  constructor(
    private readonly bench: Workbench,
    private readonly space: SampleSpace,
  ) {}

  async run(repeat: number): Promise<void> {
    // Pages of the lower half of the tree have nothing below them: all answers are of one size.
    const { id, pageIds } = this.space;
    const index = Math.floor(pageIds.length / 2) + (repeat % Math.floor(pageIds.length / 2));
    const pageId = pageIds[index] ?? '';
    const content = this.bench.app.get(ContentService);
    const main = this.bench.app.get(MainContent).of(id);
    const actor = await this.bench.actor();
    const read = (): Promise<unknown> => content.getPage(actor, main, pageId, QUERY);
    this.times.write.push(await milliseconds(() => this.bench.commit(id, { pageUpdates: [{ pageId, markdown: sampleMarkdown(index, PARTS, repeat + 1) }] })));
    this.times.firstRead.push(await milliseconds(read));
    this.times.cachedRead.push(await milliseconds(read));
  }

  forget(): void {
    for (const times of Object.values(this.times)) times.length = 0;
  }

  figures(): GrowthFigures {
    const { write, firstRead, cachedRead } = this.times;
    return { pages: this.space.pageIds.length, write: rounded(median(write)), firstRead: rounded(median(firstRead)), cachedRead: rounded(median(cachedRead)) };
  }
}
