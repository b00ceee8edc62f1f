import { treeMemory } from '../processes/process-memory.js';

const EVERY = 500;

/** The most memory that processes hold which come and go. */
export class MemoryWatch {
  /** Megabytes of the largest process, and of all at one moment; 0 where they can't be seen. */
  ofOne = 0;
  ofAll = 0;
  private readonly timer: NodeJS.Timeout;

  /** @param roots the processes that are looked at with all that they started, as they are now */
  constructor(private readonly roots: () => readonly number[]) {
    this.timer = setInterval(() => void this.look(), EVERY);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.look();
  }

  private async look(): Promise<void> {
    const all = (await Promise.all(this.roots().map(treeMemory))).flat();
    this.ofOne = Math.max(this.ofOne, ...all.map(({ most }) => most));
    this.ofAll = Math.max(this.ofAll, all.reduce((sum, { now }) => sum + now, 0));
  }
}
