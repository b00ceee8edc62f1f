import type { RawRequest } from '../../support/raw-http.js';
import { requestBytes } from '../../support/raw-http.js';
import type { PublishedDocument, PublishedOperation } from '../../support/openapi.js';

/** A request that no correct client sends. */
export interface MalformedRequest {
  /** Says what is wrong, for whoever reads a failure. */
  fault: string;
  bytes: Buffer;
  /** Codes that fit the fault. */
  expected: readonly number[];
  /** The answer has to tell which methods the path takes. */
  tellsAllow?: true;
}

/** An operation with all that a correct request to it needs. */
export interface Target {
  document: PublishedDocument;
  operation: PublishedOperation;
  token: string;
  /** Values of the path parameters, by name. */
  ids: Readonly<Record<string, string>>;
  /** As `ids`, of another organization. */
  foreignIds: Readonly<Record<string, string>>;
  /** Cursors of other lists, and of this one with other filters. */
  foreignCursors: readonly string[];
  /** Any text, another one at each call. */
  anyText: () => string;
}

export function pathOf({ operation }: Target, ids: Readonly<Record<string, string>>): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
}

export type Change = Partial<RawRequest> & {
  ids?: Readonly<Record<string, string>>;
  /** Without `?`; absent: the parameters that are required. */
  query?: string;
  contentType?: string | null;
};

/** The operation's own request with something changed. */
export function changed(target: Target, fault: string, expected: readonly number[], change: Change): MalformedRequest {
  const { operation, token } = target;
  const { ids = target.ids, query = requiredQuery(target), headers = [], contentType = 'application/json', ...rest } = change;
  const path = `${pathOf(target, ids)}${query === '' ? '' : `?${query}`}`;
  const type = rest.body === undefined || contentType === null ? [] : [['Content-Type', contentType] as const];
  const bytes = requestBytes({ method: operation.method, path, ...rest, headers: [['Authorization', `Bearer ${token}`], ...type, ...headers] });
  return { fault: `${operation.operationId ?? operation.path}: ${fault}`, bytes, expected };
}

/** What the operation asks for in its query, with values that it takes. */
export function requiredQuery({ operation }: Target, without?: string): string {
  const required = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.required === true && parameter.name !== without);
  return required.map(({ name, schema }) => `${name}=${String(schema?.enum?.[0] ?? (schema?.type === 'string' ? 'word' : '1'))}`).join('&');
}
