/** The part of autocannon (it brings no types) that the benchmark uses. */
declare module 'autocannon' {
  export interface Request {
    method: 'GET' | 'POST';
    path: string;
    headers?: Readonly<Record<string, string>>;
    body?: string;
  }
  export interface Client {
    setRequests(requests: readonly Request[]): void;
  }
  export interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    /** Requests, instead of a duration. */
    amount?: number;
    headers?: Readonly<Record<string, string>>;
    /** Milliseconds between samples: a run ends with one. */
    sampleInt?: number;
    /** Seconds. */
    timeout?: number;
    /** Each `[<id>]` in a body becomes a text of its own in each request. */
    idReplacement?: boolean;
    /** Called once for each connection. */
    setupClient?: (client: Client) => void;
  }
  export interface Result {
    /** Answers with a status of 200 to 299. */
    '2xx': number;
    /** With a status of 300 to 399. */
    '3xx': number;
    non2xx: number;
    errors: number;
    timeouts: number;
    /** Seconds. */
    duration: number;
    /** Milliseconds. */
    latency: { p50: number; p99: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}
