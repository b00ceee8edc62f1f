import type { FuzzRequest } from './fuzz-requests.js';

/** The request without whatever it fails without: headers, parameters of the query, fields of the body. */
export async function simplest(request: FuzzRequest, stillFails: (simpler: FuzzRequest) => Promise<boolean>): Promise<FuzzRequest> {
  for (const simpler of simplerOnes(request)) if (await stillFails(simpler)) return simplest(simpler, stillFails);
  return request;
}

function simplerOnes({ method, path, headers, body }: FuzzRequest): FuzzRequest[] {
  const [place = '', query] = path.split('?');
  const pairs = query?.split('&') ?? [];
  const paths = pairs.map((_, left) => [place, pairs.filter((__, index) => index !== left).join('&')].filter((part) => part !== '').join('?'));
  const fields = fieldsOf(body);
  const bodies = Object.keys(fields).map((left) => JSON.stringify(Object.fromEntries(Object.entries(fields).filter(([name]) => name !== left))));
  return [
    ...Object.keys(headers).map((left) => ({ method, path, headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== left)), body })),
    ...paths.map((simpler) => ({ method, path: simpler, headers, body })),
    ...bodies.map((simpler) => ({ method, path, headers, body: simpler })),
  ];
}

function fieldsOf(body: string | undefined): object {
  try {
    const parsed: unknown = JSON.parse(body ?? '');
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

/** The request as one can paste it; the token is in a variable that tells whose it is. */
export function curl(url: string, { method, path, headers, body }: FuzzRequest, caller: string): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const sent = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return ['curl', '--path-as-is', `-X ${method}`, `-H "Authorization: Bearer $${caller}"`, ...sent, ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]), quoted(url + path)].join(' ');
}
