import { setTimeout as sleep } from 'node:timers/promises';
import { sampleMarkdown } from '../sample-pages.js';
import { PARTS, WORD } from '../operations/operations-data.js';
import type { SampleSpace } from '../workbench.js';

/** Of a hundred requests so many read; the rest comments, and changes pages by change requests that are merged. */
const READS = 80;
const COMMENTS = 10;

/** Clients of which each sends one request after the other, reads and writes as they come. */
export class MixedLoad {
  requests = 0;
  private isOver = false;
  private readonly clients: Promise<void>[];

  /** @param spaces of each client, which alone writes there */
  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly organizationId: string,
    private readonly spaces: readonly SampleSpace[],
  ) {
    this.clients = spaces.map((space) => this.work(space));
  }

  /** @throws Error when a request was not answered as it should be: what is measured then would mean nothing */
  async during(milliseconds: number): Promise<void> {
    await Promise.race([Promise.all(this.clients), sleep(milliseconds)]).finally(() => (this.isOver = true));
    await Promise.all(this.clients);
  }

  private async work(space: SampleSpace): Promise<void> {
    for (let turn = 0; !this.isOver; turn += 1) {
      const kind = Math.random() * 100;
      if (kind < READS) await this.read(space);
      else if (kind < READS + COMMENTS) await this.send('POST', `/v1/spaces/${space.id}/comments`, { page: space.pageIds[0], body: { markdown: `Comment ${String(turn)}.` } });
      else await this.change(space, turn);
    }
  }

  private async read(own: SampleSpace): Promise<void> {
    const { id, pageIds } = oneOf(this.spaces) ?? own;
    const space = `/v1/spaces/${id}`;
    const paths = [
      ...[`${space}/content/page/${oneOf(pageIds) ?? ''}`, `${space}/content/page/${oneOf(pageIds) ?? ''}`, `${space}/content/page/${oneOf(pageIds) ?? ''}`],
      ...[`${space}/content/pages`, `${space}/content`, `${space}/comments?limit=50`, `${space}/change-requests?limit=50`],
      ...[`${space}/search?limit=50&query=${WORD}`, `${space}/search?limit=50&query=part%20${String(Math.floor(Math.random() * 10_000))}`],
      ...[`/v1/orgs/${this.organizationId}/spaces?limit=50`, `/v1/orgs/${this.organizationId}/members?limit=50`, `/v1/orgs/${this.organizationId}/search?query=${WORD}`],
    ];
    await this.send('GET', oneOf(paths) ?? '');
  }

  private async change({ id, pageIds }: SampleSpace, turn: number): Promise<void> {
    const made = await this.send('POST', `/v1/spaces/${id}/change-requests`, { subject: `Change ${String(turn)}` });
    const path = `/v1/spaces/${id}/change-requests/${(made as { id: string }).id}`;
    const changes = [{ operation: 'update_page', page: oneOf(pageIds), document: { markdown: sampleMarkdown(turn, PARTS, turn) } }];
    await this.send('POST', `${path}/content`, { changes });
    await this.send('POST', `${path}/merge`);
  }

  private async send(method: string, path: string, body?: object): Promise<unknown> {
    const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
    const answer = await fetch(this.url + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${String(answer.status)}: ${await answer.text()}`);
    this.requests += 1;
    return answer.json();
  }
}

function oneOf<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)];
}
