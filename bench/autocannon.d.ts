/** The part of autocannon (it brings no types) that the benchmark uses. */
declare module 'autocannon' {
  export interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    /** Requests, instead of a duration. */
    amount?: number;
    headers: Readonly<Record<string, string>>;
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
