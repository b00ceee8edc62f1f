import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json, Outcome } from './history.js';

/** How long a request may have no answer while everything comes and goes. */
const PATIENCE = 90_000;
const PAUSE = 100;

export interface Sent {
  method: string;
  path: string;
  body?: object;
  /** The client leaves so many milliseconds after it has sent everything. */
  leavesAfter?: number;
}

/** What all clients saw. */
export class Sights {
  acknowledged = 0;
  unavailable = 0;
  broken = 0;
  refused = 0;
  left = 0;
  readonly faults: string[] = [];
}

/** Sends requests with a token, and tells what became of them. */
export class SoakClient {
  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly sights: Sights,
  ) {}

  /** @param refusals statuses that the request may meet, as others change the same */
  async send(sent: Sent, refusals: readonly number[] = []): Promise<Outcome> {
    const outcome = await this.outcomeOf(sent, refusals);
    // As clients do who meet a service that is away.
    if (outcome.kind === 'unknown' && sent.leavesAfter === undefined) await sleep(PAUSE);
    return outcome;
  }

  private async outcomeOf(sent: Sent, refusals: readonly number[]): Promise<Outcome> {
    const answer = await this.answerTo(sent).catch(() => undefined);
    const { sights } = this;
    if (answer === undefined) {
      if (sent.leavesAfter === undefined) sights.broken += 1;
      else sights.left += 1;
      return { kind: 'unknown' };
    }
    const { status, retryAfter, body } = answer;
    if (status < 300) {
      sights.acknowledged += 1;
      return { kind: 'acknowledged', body: body === '' ? undefined : (JSON.parse(body) as Json) };
    }
    if (status === 503 && retryAfter !== undefined) {
      sights.unavailable += 1;
      return { kind: 'unknown' };
    }
    sights.refused += 1;
    if (!refusals.includes(status)) sights.faults.push(`${sent.method} ${sent.path} answered ${String(status)}${status === 503 ? ' without Retry-After' : ''}: ${body.slice(0, 300)}`);
    return { kind: 'refused', status };
  }

  /** A read that has to be answered. @throws Error when it isn't */
  async read(path: string): Promise<Json> {
    const { status, body } = await this.answerTo({ method: 'GET', path });
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`GET ${path} answered ${String(status)}: ${body}`);
    return JSON.parse(body) as Json;
  }

  private async answerTo({ method, path, body, leavesAfter }: Sent): Promise<{ status: number; retryAfter: string | undefined; body: string }> {
    const content = body === undefined ? undefined : JSON.stringify(body);
    const headers = { authorization: `Bearer ${this.token}`, ...(content === undefined ? {} : { 'content-type': 'application/json' }) };
    const signal = AbortSignal.timeout(PATIENCE);
    return new Promise((resolve, reject) => {
      const sending = request(`${this.url}${path}`, { method, headers, signal, agent: false }, (response) => {
        text(response).then((whole) => resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body: whole }), reject);
      });
      sending.on('error', reject);
      sending.end(content, () => {
        if (leavesAfter !== undefined) setTimeout(() => sending.destroy(new Error('left')), leavesAfter);
      });
    });
  }
}
