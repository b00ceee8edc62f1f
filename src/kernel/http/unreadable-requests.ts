import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestHandler } from 'express';
import { BadInputError } from '../errors/errors.js';

/** What Node's parser refuses, by its code; anything else is a 400. */
const REFUSED: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The address and the headers together must be at most 16384 bytes.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of a chunk must be at most 16384 bytes.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};

/**
 * Answers what isn't readable as an HTTP request, and never reaches the application, in the shape of
 * every other error. Node itself would send no body, or only close the connection.
 */
export function answerUnreadableRequests(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (request, response) => answers.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const answer = answers.get(socket);
    const isUnderWay = answer?.headersSent === true && !answer.writableFinished;
    if (!socket.writable || isUnderWay || error.code === 'ECONNRESET') socket.destroy();
    else refuse(socket, ...(REFUSED[error.code ?? ''] ?? [400, 'This is not a valid HTTP request.']));
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = errorBody(417, 'The one expectation that can be met is 100-continue.');
    response.writeHead(417, { 'Content-Type': JSON_TYPE, 'Content-Length': Buffer.byteLength(body), Connection: 'close' }).end(body);
  });
  server.on('connect', (_request, socket) => {
    refuse(socket, 400, 'This service is no proxy.');
  });
  // Left to `requireHost`, which answers with a body; the option can only be given to the server's constructor otherwise.
  Reflect.set(server, 'requireHostHeader', false);
}

/** HTTP/1.1 asks for `Host` with every request (RFC 9112, 3.2). */
export const requireHost: RequestHandler = (request, _response, next) => {
  const isMissing = request.headers.host === undefined && request.httpVersion === '1.1';
  next(isMissing ? new BadInputError('The header Host is required.') : undefined);
};

const JSON_TYPE = 'application/json; charset=utf-8';

/** Milliseconds in which a refused client may read the answer and end the connection; until then its request is kept in memory. */
const LINGER = 5_000;

function refuse(socket: Duplex, status: number, message: string): void {
  const body = errorBody(status, message);
  const head = [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), LINGER);
  socket.once('close', () => clearTimeout(timer));
}

function errorBody(code: number, message: string): string {
  return JSON.stringify({ error: { code, message } });
}
