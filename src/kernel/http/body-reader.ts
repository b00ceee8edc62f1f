import { MIMEType } from 'node:util';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import { TooLargeError, UnsupportedMediaTypeError } from '../errors/errors.js';
import { BodyRoom, type BodyShare } from './body-room.js';
import { parseJson } from './json-text.js';
import { parseQuery } from './query-parser.js';
import { discardRest, readBytes } from './read-bytes.js';

export interface BodyReaderOptions {
  /** Most bytes of a body, also after decompression. */
  limit?: number;
  /** The limit of one request where it differs; undefined takes the general one. */
  limitFor?: (request: Request) => number | undefined;
  /** The limit of one request that brings an HTML form instead of JSON; undefined: it brings JSON. */
  formLimitFor?: (request: Request) => number | undefined;
  /** What all bodies share that are under way, each until its request is answered. */
  room?: BodyRoom;
}

const ONE_MEBIBYTE = 1_048_576;
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Express middleware that reads a JSON body, or a form where one is taken, into `request.body`; no body, or an empty one, is `{}`. */
export function bodyReader({ limit = ONE_MEBIBYTE, limitFor = () => undefined, formLimitFor = () => undefined, room = new BodyRoom(Infinity) }: BodyReaderOptions = {}): RequestHandler {
  return (request, response, next) => {
    if (WITHOUT_BODY.has(request.method)) {
      next();
      return;
    }
    if (!announcesBody(request)) {
      request.body = {};
      next();
      return;
    }
    const share = room.share();
    response.once('close', share.giveBack);
    const formLimit = formLimitFor(request);
    const reading = formLimit === undefined ? readBody(request, { form: JSON_FORM, limit: limitFor(request) ?? limit, share }) : readBody(request, { form: HTML_FORM, limit: formLimit, share });
    reading.then(
      (body) => {
        request.body = body;
        next();
      },
      (error: unknown) => {
        discardRest(request);
        next(error);
      },
    );
  };
}

function announcesBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || announcedLength(headers) > 0;
}

function announcedLength(headers: Request['headers']): number {
  return Number(headers['content-length'] ?? 0);
}

/** What a body is written in. */
interface BodyForm {
  checkMediaType: (type: MIMEType | undefined) => void;
  parse: (bytes: Buffer, share: BodyShare) => unknown;
}

const JSON_FORM: BodyForm = { checkMediaType: checkJsonType, parse: (bytes, share) => parseJson(bytes, share.takeValues) };
/** Percent-encoding is ASCII; anything else is refused as it is decoded. */
const HTML_FORM: BodyForm = { checkMediaType: checkFormType, parse: (bytes) => parseQuery(bytes.toString('latin1')) };

interface Reading {
  form: BodyForm;
  limit: number;
  share: BodyShare;
}

async function readBody(request: Request, { form: { checkMediaType, parse }, limit, share }: Reading): Promise<unknown> {
  const tooLarge = (): TooLargeError => new TooLargeError(`The body must be at most ${String(limit)} bytes.`);
  const length = announcedLength(request.headers);
  // An empty body needs no type, and only what is announced is known not to be empty.
  if (length > 0) checkMediaType(mediaTypeOf(request.headers['content-type']));
  if (length > limit) throw tooLarge();
  share.require(length);
  const bytes = await readBytes(request, { decoder: decoderOf(request), limit, tooLarge, take: share.take });
  if (bytes.length === 0) return {};
  checkMediaType(mediaTypeOf(request.headers['content-type']));
  return parse(bytes, share);
}

function decoderOf(request: Request): ReturnType<typeof createGunzip> | undefined {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  switch (encoding) {
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new UnsupportedMediaTypeError('Content-Encoding must be gzip, deflate, br or identity.');
  }
}

function checkJsonType(type: MIMEType | undefined): void {
  if (type === undefined || !(type.essence === 'application/json' || type.subtype.endsWith('+json'))) {
    throw new UnsupportedMediaTypeError('The body must be JSON, sent with Content-Type: application/json.');
  }
  const charset = type.params.get('charset')?.toLowerCase() ?? 'utf-8';
  if (charset !== 'utf-8' && charset !== 'utf8') throw new UnsupportedMediaTypeError('The charset of a JSON body must be utf-8.');
}

function checkFormType(type: MIMEType | undefined): void {
  if (type?.essence !== 'application/x-www-form-urlencoded') {
    throw new UnsupportedMediaTypeError('The body must be an HTML form, sent with Content-Type: application/x-www-form-urlencoded.');
  }
}

function mediaTypeOf(header: string | undefined): MIMEType | undefined {
  try {
    return header === undefined ? undefined : new MIMEType(header);
  } catch {
    return undefined;
  }
}
