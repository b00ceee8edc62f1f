import { operationsOf } from '../../support/openapi.js';
import { changed, type MalformedRequest, type Target } from './malformed-request.js';

const BAD_IDS: readonly (readonly [fault: string, id: string])[] = [
  ['very long', 'a'.repeat(6_000)],
  ['just too long', 'a'.repeat(65)],
  ['NUL', 'a%00b'],
  ['only NUL', '%00'],
  ['a percent sign alone', '%'],
  ['bad percent escapes', '%zz%1'],
  ['a cut percent escape', 'abc%2'],
  ['bytes that are not UTF-8', '%ff%fe'],
  ['a cut UTF-8 sequence', '%c3'],
  ['an overlong UTF-8 sequence', '%c0%af'],
  ['half a surrogate pair', '%ED%A0%80'],
  ['one dot', '.'],
  ['two dots', '..'],
  ['encoded dots', '%2e%2e'],
  ['an encoded slash', 'a%2Fb'],
  ['a way out', '..%2f..%2f..%2fetc%2fpasswd'],
  ['unicode', '%E8%A8%AD%E8%A8%88'],
  ['an emoji', '%F0%9F%98%80'],
  ['a combining mark', 'a%CC%88'],
  ['raw bytes', '\u00e4\u00f6'],
  ['SQL', "1'%20OR%20'1'='1"],
  ['a statement', '1;DROP%20TABLE%20users;--'],
  ['a placeholder', '$1'],
  ['a wildcard', '*'],
  ['a SQL wildcard', '%25'],
  ['undefined', 'undefined'],
  ['null', 'null'],
  ['an object', '%5Bobject%20Object%5D'],
  ['a prototype', '__proto__'],
  ['zero', '0'],
  ['a negative number', '-1'],
  ['a large number', '9'.repeat(64)],
  ['a UUID', '00000000-0000-0000-0000-000000000000'],
  ['white space', '%20%09%0a'],
  ['line ends', 'a%0d%0aX-Injected:%201'],
  ['its own template', ':id'],
];

/** Each path parameter in turn made impossible. */
export function pathFaults(target: Target): MalformedRequest[] {
  const names = Object.keys(target.ids).filter((name) => target.operation.path.includes(`{${name}}`));
  return names.flatMap((name) => {
    const bad = [...BAD_IDS, ["another organization's", target.foreignIds[name] ?? 'a'], ['random', encodeURIComponent(target.anyText())]] as const;
    return bad.map(([fault, id]) => changed(target, `${name}: ${fault}`, [400, 404], { ids: { ...target.ids, [name]: id } }));
  });
}

/** Methods that no operation of the path has. HEAD follows GET, and OPTIONS is answered by the router. */
export function methodFaults(target: Target): MalformedRequest[] {
  const taken = operationsOf(target.document).filter(({ path }) => path === target.operation.path);
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'].filter((method) => taken.every((operation) => operation.method !== method));
  return others.map((method) => ({ ...changed(target, `method ${method}`, [405], { method }), tellsAllow: true }));
}
