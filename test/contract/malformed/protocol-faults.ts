import { changed, type MalformedRequest, pathOf, type Target } from './malformed-request.js';

/** Requests that aren't HTTP, headers that can't be, and tokens that can't be. */
export function protocolFaults(target: Target): MalformedRequest[] {
  const path = pathOf(target, target.ids);
  const { method, operationId = path } = target.operation;
  const raw = (fault: string, text: string, expected: readonly number[] = [400]): MalformedRequest => ({ fault: `${operationId}: ${fault}`, bytes: Buffer.from(text, 'latin1'), expected });
  const head = `Host: localhost\r\nAuthorization: Bearer ${target.token}\r\n`;
  return [
    raw('no Host', `${method} ${path} HTTP/1.1\r\nAuthorization: Bearer ${target.token}\r\nConnection: close\r\n\r\n`),
    raw('a method that does not exist', `BREW ${path} HTTP/1.1\r\n${head}\r\n`),
    raw('a version that does not exist', `${method} ${path} HTTP/7.9\r\n${head}\r\n`),
    raw('a space in the path', `${method} ${path} x HTTP/1.1\r\n${head}\r\n`),
    raw('a header without a colon', `${method} ${path} HTTP/1.1\r\n${head}nonsense\r\n\r\n`),
    raw('NUL in a header', `${method} ${path} HTTP/1.1\r\n${head}X-Any: a\0b\r\n\r\n`),
    raw('a space before the colon', `${method} ${path} HTTP/1.1\r\n${head}X-Any : a\r\n\r\n`),
    raw('headers over their limit', `${method} ${path} HTTP/1.1\r\n${head}X-Any: ${'a'.repeat(20_000)}\r\n\r\n`, [431]),
    raw('a path over its limit', `${method} ${path}?x=${'a'.repeat(20_000)} HTTP/1.1\r\n${head}\r\n`, [431]),
    raw('another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
    raw('a tunnel', `CONNECT example.com:443 HTTP/1.1\r\n${head}\r\n`),
    raw('an expectation', `${method} ${path} HTTP/1.1\r\n${head}Expect: wonders\r\n\r\n`, [417]),
    ...['', 'Bearer', 'Bearer ', 'Basic YTpi', `Token ${target.token}`, `Bearer ${'x'.repeat(3_000)}`, 'Bearer a b', `bearer:${target.token}`, `Bearer ${target.token.slice(1)}`].map((value) => unauthorized(target, value)),
  ];
}

function unauthorized(target: Target, authorization: string): MalformedRequest {
  const request = changed({ ...target, token: '' }, `authorization "${authorization.slice(0, 20)}"`, [401], {});
  return { ...request, bytes: Buffer.from(request.bytes.toString('utf8').replace(/Authorization: Bearer \r\n/, `Authorization: ${authorization}\r\n`)) };
}
