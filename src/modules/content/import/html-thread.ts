import type { Nodes, Root } from 'hast';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Piscina } from 'piscina';
import { threadScript } from '../../../kernel/threads/thread-script.js';
import type { HtmlConversion } from './html-to-markdown.js';

/** Elements and texts of a page whose conversion (some 20 microseconds for each) isn't worth a thread. */
const SMALL = 1_000;
const IDLE_MILLISECONDS = 30_000;

/** Turns the HTML of imports into Markdown; that of large pages, which takes up to minutes, in a thread, so that it keeps no request waiting. */
@Injectable()
export class HtmlThread implements OnApplicationShutdown {
  /** Made at the first large page. */
  private pool: Promise<Piscina> | undefined;

  /**
   * The tree is used up.
   * @param signal ends the work, with its reason
   */
  async markdown(content: Root, conversion: HtmlConversion, signal: AbortSignal): Promise<string> {
    if (isSmall(content)) return (await import('./html-to-markdown.js')).htmlToMarkdown(content, conversion);
    const pool = await (this.pool ??= this.makePool());
    return (await pool.run([content, conversion], { name: 'markdown', signal })) as string; // what the task answers
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.pool)?.destroy();
  }

  private async makePool(): Promise<Piscina> {
    const { Piscina } = await import('piscina');
    return new Piscina({ filename: threadScript('./html-thread-tasks.js', import.meta.url).href, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MILLISECONDS });
  }
}

function isSmall(content: Root): boolean {
  const open: Nodes[] = [content];
  let count = 0;
  for (let node = open.pop(); node !== undefined && count <= SMALL; node = open.pop()) {
    count += 1;
    if ('children' in node) for (const child of node.children) open.push(child);
  }
  return count <= SMALL;
}
