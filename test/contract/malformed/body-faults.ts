import { gzipSync } from 'node:zlib';
import { bodySchema, type PublishedDocument, resolveSchema, type Schema } from '../../support/openapi.js';
import { changed, type MalformedRequest, type Target } from './malformed-request.js';

const MEBIBYTE = 1_048_576;
/** Some fifty kilobytes that become fifty megabytes. */
const BOMB = gzipSync(Buffer.alloc(50 * MEBIBYTE));

/** Bodies that can't be read, and bodies with fields that can't be. */
export function bodyFaults(target: Target): MalformedRequest[] {
  const schema = bodySchema(target.document, target.operation);
  if (schema === undefined) return target.operation.method === 'GET' ? [] : unwanted(target);
  const good = exampleOf(target.document, schema);
  return [...unreadable(target, JSON.stringify(good)), ...wrongShape(target, schema, good)];
}

/** Fields for an operation that takes none. */
function unwanted(target: Target): MalformedRequest[] {
  const bodies = [{ unknown: 1 }, { id: 'x' }, { role: 'admin', unknown: null }, [], [{}], 'text', 1, true];
  return bodies.map((body) => changed(target, `a body of ${JSON.stringify(body)} for an operation without one`, [400], { body: Buffer.from(JSON.stringify(body)) }));
}

function unreadable(target: Target, good: string): MalformedRequest[] {
  const text = (fault: string, body: string, expected = [400]): MalformedRequest => changed(target, fault, expected, { body: Buffer.from(body) });
  const typed = (contentType: string | null): MalformedRequest => changed(target, `content type ${contentType ?? 'absent'}`, [415], { body: Buffer.from(good), contentType });
  const encoded = (encoding: string, body: Buffer, expected: number[]): MalformedRequest =>
    changed(target, `encoding ${encoding}, ${String(body.length)} bytes`, expected, { body, headers: [['Content-Encoding', encoding]] });
  const cut = Math.floor(good.length / 2);
  const limit = target.operation['x-body-limit'] ?? MEBIBYTE;
  return [
    text('cut', good.slice(0, cut)),
    text('behind its end', `${good}x`),
    text('two documents', `${good}${good}`),
    ...['{', '}', '[', '"', '{"a":}', '{"a":1,}', "{'a':1}", '{a:1}', 'NaN', 'undefined', '01', '"\t"', '{"a":"\\x"}', '\u00a0{}'].map((body) => text(`not JSON: ${body}`, body)),
    text('nested 65 deep', `${'['.repeat(65)}${']'.repeat(65)}`),
    text('nested 100,000 deep', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
    text('opened 500,000 times', '['.repeat(500_000)),
    text('random', `~${target.anyText()}`),
    text('NUL', '{"url":"a\\u0000b"}'),
    text('half a surrogate pair', '{"url":"a\\ud800b"}'),
    text('half a surrogate pair as a key', '{"\\udc00":1}'),
    changed(target, 'not UTF-8', [400], { body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) }),
    changed(target, 'UTF-16', [400], { body: Buffer.from(good, 'utf16le') }),
    changed(target, 'over the limit', [413], { body: Buffer.alloc(limit + 1, ' ') }),
    changed(target, 'over the limit in chunks', [413], { body: chunked(Buffer.alloc(limit + 1, ' ')), headers: [['Transfer-Encoding', 'chunked']] }),
    ...[null, 'text/plain', 'text/html', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/octet-stream', 'nonsense', '/', 'application/xml', 'application/json; charset=utf-16', 'application/json; charset=iso-8859-1'].map(typed),
    ...['compress', 'zstd', 'gzip, gzip', 'nonsense'].map((encoding) => encoded(encoding, Buffer.from(good), [415])),
    ...['gzip', 'deflate', 'br'].map((encoding) => encoded(encoding, Buffer.from(good), [400])),
    encoded('gzip', gzipSync(good).subarray(0, -9), [400]),
    encoded('gzip', BOMB, [413]),
    changed(target, 'a bad chunk', [400], { body: Buffer.from('zz\r\n{}\r\n0\r\n\r\n'), headers: [['Transfer-Encoding', 'chunked']] }),
    changed(target, 'two lengths', [400], { body: Buffer.from('{}'), headers: [['Content-Length', '2'], ['Content-Length', '3']] }),
    changed(target, 'a length that is no number', [400], { body: Buffer.from('{}'), headers: [['Content-Length', '-1']] }),
    changed(target, 'a length and chunks', [400], { body: chunked(Buffer.from('{}')), headers: [['Transfer-Encoding', 'chunked'], ['Content-Length', '2']] }),
  ];
}

function wrongShape(target: Target, schema: Schema, good: Fields): MalformedRequest[] {
  const send = (fault: string, body: unknown): MalformedRequest => changed(target, fault, [400], { body: Buffer.from(JSON.stringify(body)) });
  const whole = [[], [good], 'text', 1, null, true].map((body) => send(`a body of ${JSON.stringify(body).slice(0, 10)}`, body));
  const unknown = ['unknown', 'constructor', '__proto__', 'id', `~${target.anyText()}`].map((name) => send(`unknown field ${name}`, Object.fromEntries([...Object.entries(good), [name, 1]])));
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, published]) => {
    const field = resolveSchema(target.document, published);
    const values = wrongValues(field).map(([fault, value]) => send(`${name}: ${fault}`, { ...good, [name]: value }));
    const missing = schema.required?.includes(name) === true ? [send(`${name}: left out`, { ...good, [name]: undefined })] : [];
    return [...values, ...missing];
  });
  return [...whole, ...unknown, ...fields];
}

function takesNull({ nullable, oneOf = [] }: Schema): boolean {
  return nullable === true || oneOf.some(takesNull);
}

function wrongValues(field: Schema): (readonly [fault: string, value: unknown])[] {
  const values: (readonly [string, unknown])[] = [];
  if (!takesNull(field)) values.push(['null', null]);
  if (field.type === undefined) return values;
  for (const [kind, value] of Object.entries({ string: 'text', number: 1.5, boolean: true, array: [], object: {} })) {
    if (kind !== field.type && !(kind === 'number' && field.type === 'integer')) values.push([`of type ${kind}`, value]);
  }
  if (field.type === 'integer') values.push(['a fraction', 1.5], ['too large', 1e300]);
  if (field.maximum !== undefined) values.push(['over the maximum', field.maximum + 1]);
  if (field.minimum !== undefined) values.push(['under the minimum', field.minimum - 1]);
  if (field.enum !== undefined) values.push(['no such choice', 'nonsense'], ['a choice in capitals', String(field.enum[0]).toUpperCase()]);
  if (field.maxLength !== undefined) values.push(['too long', 'a'.repeat(field.maxLength + 1)]);
  if ((field.minLength ?? 0) > 0 || field.format !== undefined) values.push(['empty', '']);
  if (field.format === 'uri') values.push(...['nonsense', 'ftp://a/', 'http://', 'http:/a', '//a/b', 'javascript:alert(1)', 'http://a b/', 'http://[::1', 'file:///etc/passwd'].map((value) => [`address ${value}`, value] as const));
  if (field.type === 'array' && field.maxItems !== undefined) values.push(['too many items', Array.from({ length: field.maxItems + 1 }, () => 'a')]);
  return values;
}

type Fields = Readonly<Record<string, unknown>>;

/** A body that the schema takes, with the required fields. */
function exampleOf(document: PublishedDocument, schema: Schema): Fields {
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleValue(document, resolveSchema(document, field))]));
}

function exampleValue(document: PublishedDocument, schema: Schema): unknown {
  const [alternative] = schema.oneOf ?? schema.anyOf ?? [];
  if (alternative !== undefined) return exampleValue(document, resolveSchema(document, alternative));
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.type === 'object') return exampleOf(document, schema);
  if (schema.type === 'array') return [];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.format === 'uri') return 'http://127.0.0.1:9/document';
  return 'text'.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength);
}

function chunked(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
}
