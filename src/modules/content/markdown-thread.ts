import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Piscina } from 'piscina';
import { threadScript } from '../../kernel/threads/thread-script.js';
import type * as tasks from './markdown-thread-tasks.js';

/** Characters of a text whose parse (several milliseconds) isn't worth a thread. */
const SHORT = 16_000;
const IDLE_MILLISECONDS = 30_000;
/** Characters of the texts whose facts are remembered: what is written is often merged soon after. */
const REMEMBERED = 4_000_000;

type Tasks = typeof tasks;
type Values<Name extends keyof Tasks> = Parameters<Tasks[Name]>[0];

let loaded: Promise<Tasks> | undefined;
/** With the libraries of Markdown: loaded at its first use. */
const loadTasks = (): Promise<Tasks> => (loaded ??= import('./markdown-thread-tasks.js'));

/** Parses Markdown; long texts, which take up to seconds, in a thread, so that they keep no other request waiting. */
@Injectable()
export class MarkdownThread implements OnApplicationShutdown {
  /** Made at the first long text. */
  private pool: Promise<Piscina> | undefined;
  private readonly known = new LRUCache<string, ReturnType<Tasks['facts']>>({ maxSize: REMEMBERED, sizeCalculation: (_, text) => text.length + 1 });

  async addresses(...values: Values<'addresses'>): Promise<ReturnType<Tasks['addresses']>> {
    return values[0].length <= SHORT ? (await loadTasks()).addresses(values) : await this.inThread('addresses', values);
  }

  async document(...values: Values<'document'>): Promise<ReturnType<Tasks['document']>> {
    return values[0].markdown.length <= SHORT ? (await loadTasks()).document(values) : await this.inThread('document', values);
  }

  async evaluated(...values: Values<'evaluated'>): Promise<ReturnType<Tasks['evaluated']>> {
    return values[0].length <= SHORT ? (await loadTasks()).evaluated(values) : await this.inThread('evaluated', values);
  }

  async facts(text: Values<'facts'>[0]): Promise<ReturnType<Tasks['facts']>> {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const facts = text.length <= SHORT ? (await loadTasks()).facts([text]) : await this.inThread('facts', [text]);
    this.known.set(text, facts);
    return facts;
  }

  async summary(...values: Values<'summary'>): Promise<ReturnType<Tasks['summary']>> {
    return values[0].length <= SHORT ? (await loadTasks()).summary(values) : await this.inThread('summary', values);
  }

  async unchanged(...values: Values<'unchanged'>): Promise<ReturnType<Tasks['unchanged']>> {
    const [written, { markdown }] = values;
    return written.length + markdown.length <= SHORT ? (await loadTasks()).unchanged(values) : await this.inThread('unchanged', values);
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.pool)?.destroy();
  }

  private async inThread<Name extends keyof Tasks>(name: Name, values: Values<Name>): Promise<ReturnType<Tasks[Name]>> {
    const pool = await (this.pool ??= this.makePool());
    return pool.run(values, { name });
  }

  private async makePool(): Promise<Piscina> {
    const { Piscina } = await import('piscina');
    return new Piscina({ filename: threadScript('./markdown-thread-tasks.js', import.meta.url).href, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MILLISECONDS });
  }
}
