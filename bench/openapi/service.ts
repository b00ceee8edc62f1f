import { setTimeout as wait } from 'node:timers/promises';

/** The service as a client sees it. */
export class Service {
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly url: string,
    token: string,
  ) {
    this.headers = { authorization: `Bearer ${token}` };
  }

  get(path: string): Promise<unknown> {
    return this.send('GET', path);
  }

  put(path: string, body: object): Promise<unknown> {
    return this.send('PUT', path, body);
  }

  /** Waits until the spec is processed; the code of its error, if it has one. */
  async processed(path: string): Promise<string | undefined> {
    for (;;) {
      const spec = (await this.get(path)) as { processingState: string; lastProcessErrorCode?: string };
      if (spec.processingState === 'complete') return spec.lastProcessErrorCode;
      await wait(25);
    }
  }

  private async send(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(this.url + path, { method, headers: { ...this.headers, 'content-type': 'application/json' }, body: body === undefined ? undefined : JSON.stringify(body) });
    if (answer.status !== 200) throw new Error(`${method} ${path} answers ${String(answer.status)}: ${await answer.text()}`);
    return answer.json();
  }
}
