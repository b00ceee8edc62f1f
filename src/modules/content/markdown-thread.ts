import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { threadScript } from '../../kernel/threads/thread-script.js';
import * as tasks from './markdown-thread-tasks.js';

/** Characters of a text whose parse (several milliseconds) isn't worth a thread. */
const SHORT = 16_000;
const IDLE_MILLISECONDS = 30_000;

type Tasks = typeof tasks;
type Values<Name extends keyof Tasks> = Parameters<Tasks[Name]>[0];

/** Parses Markdown; long texts, which take up to seconds, in a thread, so that they keep no other request waiting. */
@Injectable()
export class MarkdownThread implements OnApplicationShutdown {
  private readonly pool = new Piscina({
    filename: threadScript('./markdown-thread-tasks.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MILLISECONDS,
  });

  async addresses(...values: Values<'addresses'>): Promise<ReturnType<Tasks['addresses']>> {
    return values[0].length <= SHORT ? tasks.addresses(values) : await this.pool.run(values, { name: 'addresses' });
  }

  async document(...values: Values<'document'>): Promise<ReturnType<Tasks['document']>> {
    return values[0].markdown.length <= SHORT ? tasks.document(values) : await this.pool.run(values, { name: 'document' });
  }

  async evaluated(...values: Values<'evaluated'>): Promise<ReturnType<Tasks['evaluated']>> {
    return values[0].length <= SHORT ? tasks.evaluated(values) : await this.pool.run(values, { name: 'evaluated' });
  }

  async facts(...values: Values<'facts'>): Promise<ReturnType<Tasks['facts']>> {
    return values[0].length <= SHORT ? tasks.facts(values) : await this.pool.run(values, { name: 'facts' });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }
}
