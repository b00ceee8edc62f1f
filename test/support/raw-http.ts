import { connect } from 'node:net';

export interface RawRequest {
  method?: string;
  /** Sent as it stands. */
  path: string;
  /** In this order; names may repeat. */
  headers?: readonly (readonly [name: string, value: string])[];
  body?: Uint8Array;
}

export interface RawAnswer {
  status: number;
  /** Names in lower case. */
  headers: ReadonlyMap<string, string>;
  body: string;
}

const PATIENCE = 20_000;

/** The bytes of a request: nothing is checked, corrected or added but `Host`, `Content-Length` and `Connection`. */
export function requestBytes({ method = 'GET', path, headers = [], body }: RawRequest): Buffer {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const own: (readonly [string, string])[] = [
    ['Host', 'localhost'],
    ['Connection', 'close'],
    ...(body === undefined || given.has('transfer-encoding') ? [] : [['Content-Length', String(body.length)] as const]),
  ];
  const lines = [...own.filter(([name]) => !given.has(name.toLowerCase())), ...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'utf8');
  return Buffer.concat([head, body ?? Buffer.alloc(0)]);
}

/** Sends bytes over a connection of their own and reads the first final answer. */
export function sendRaw(serviceUrl: string, bytes: Uint8Array): Promise<RawAnswer> {
  const { hostname, port } = new URL(serviceUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    const finish = (): void => {
      socket.destroy();
      const answer = parseAnswer(Buffer.concat(chunks));
      if (answer === undefined) reject(new Error(`The service closed the connection without an answer: ${Buffer.concat(chunks).toString('latin1').slice(0, 200)}`));
      else resolve(answer);
    };
    socket.setTimeout(PATIENCE, () => {
      socket.destroy();
      reject(new Error(`The service did not answer in ${String(PATIENCE)} ms: ${Buffer.from(bytes).toString('latin1').slice(0, 200)}`));
    });
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (isWhole(Buffer.concat(chunks))) finish();
    });
    socket.on('end', finish);
    // A service that answers and closes before it has read everything resets the connection.
    socket.on('error', () => {
      if (chunks.length > 0) finish();
    });
    socket.on('close', () => {
      if (chunks.length === 0) reject(new Error('The service closed the connection without an answer.'));
    });
    socket.write(bytes);
  });
}

function isWhole(bytes: Buffer): boolean {
  const answer = parseAnswer(bytes);
  if (answer === undefined) return false;
  const length = answer.headers.get('content-length');
  return length !== undefined && Buffer.byteLength(answer.body) >= Number(length);
}

function parseAnswer(bytes: Buffer): RawAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
  const rest = bytes.subarray(end + 4);
  // 100 Continue comes before the answer itself.
  if (status < 200) return parseAnswer(rest);
  const headers = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]));
  return { status, headers, body: rest.toString('utf8') };
}
