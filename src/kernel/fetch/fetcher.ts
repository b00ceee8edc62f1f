/** Bounds of one fetch; what is left out takes the default beside it. */
export interface FetchBounds {
  /** Most bytes of the decoded body. Default 50 MB. */
  maxBytes?: number;
  /** Milliseconds for the whole fetch, redirects included. Default 15,000. */
  timeout?: number;
  /** Most redirects followed. Default 10. */
  maxRedirects?: number;
  /** Ends the fetch early, as an expired time would. */
  signal?: AbortSignal;
  /** `Accept` header. */
  accept?: string;
}

/** A fetched document. Any HTTP status is an answer: look at `status`. */
export interface FetchedDocument {
  /** The address that answered, after redirects. */
  url: string;
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** Media type without parameters, lower-case; '' when the answer names none. */
  contentType: string;
  /** `charset` parameter of the content type, lower-case. */
  charset?: string;
  body: Buffer;
}

export type FetchFaultReason =
  /** Not an absolute http(s) address. */
  | 'malformed'
  /** The address, or one that it redirects to, leads inside the network and is not in FETCH_ALLOW_HOSTS. */
  | 'forbidden-address'
  | 'timeout'
  | 'too-large'
  | 'too-many-redirects'
  /** The host can't be resolved or reached, or ended the connection. */
  | 'unreachable';

/** Why a fetch gave no answer; the message is for people and names the address and the limit. */
export class FetchError extends Error {
  constructor(
    readonly reason: FetchFaultReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'FetchError';
  }
}

/**
 * The only way out of the service to other hosts. Every hop's resolved address is checked.
 * @throws FetchError
 */
export abstract class Fetcher {
  abstract fetch(url: string, bounds?: FetchBounds): Promise<FetchedDocument>;
}
