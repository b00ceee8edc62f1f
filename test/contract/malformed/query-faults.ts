import { type Parameter, resolveSchema, type Schema } from '../../support/openapi.js';
import { changed, type MalformedRequest, requiredQuery, type Target } from './malformed-request.js';

/** Each query parameter in turn given a value that it can't have. */
export function queryFaults(target: Target): MalformedRequest[] {
  const parameters = target.operation.parameters.filter((parameter) => parameter.in === 'query');
  return parameters.flatMap((parameter) => {
    const rest = requiredQuery(target, parameter.name);
    const faulty = queriesOf(target, parameter).map(([fault, query]) => changed(target, `${parameter.name}: ${fault}`, [400], { query: rest === '' ? query : `${rest}&${query}` }));
    const missing = parameter.required === true ? [changed(target, `${parameter.name}: left out`, [400], { query: rest })] : [];
    return [...faulty, ...missing];
  });
}

function queriesOf(target: Target, { name, schema: published = {} }: Parameter): (readonly [fault: string, query: string])[] {
  const schema = resolveSchema(target.document, published);
  const values = schema.type === 'array' ? [] : valuesOf(target, name, schema);
  const twice = schema.type === 'array' ? [] : ([['given twice', `${name}=1&${name}=2`], ['given as a list', `${name}[]=1`]] as const);
  return [...values.map(([fault, value]) => [fault, `${name}=${value}`] as const), ...twice, ...UNREADABLE.map(([fault, value]) => [fault, `${name}=${value}`] as const)];
}

const UNREADABLE = [
  ['a percent sign alone', '%'],
  ['bad percent escapes', '%g1'],
  ['bytes that are not UTF-8', '%ff'],
  ['a cut UTF-8 sequence', '%e8%a8'],
  ['half a surrogate pair', '%ED%B0%80'],
  ['NUL', '%00'],
  ['NUL inside', 'a%00b'],
] as const;

function valuesOf(target: Target, name: string, schema: Schema): (readonly [fault: string, value: string])[] {
  const random = ['random', encodeURIComponent(`~${target.anyText()}`)] as const;
  // Elsewhere than in lists, a page is one of content.
  const isCursor = name === 'page' && target.operation.parameters.some((parameter) => parameter.name === 'limit');
  if (isCursor) return [...CURSORS, random, ...target.foreignCursors.map((cursor) => ['of another list', cursor] as const)];
  if (schema.enum !== undefined) return [['no such choice', 'nonsense'], ['a choice in capitals', String(schema.enum[0]).toUpperCase()], ['empty', ''], ['two choices', schema.enum.slice(0, 2).join(',') + ','], random];
  if (schema.type === 'boolean') return ['0', '1', 'yes', 'no', 'TRUE', 'False', '', 'null', 'true%20', 'truefalse'].map((value) => [`boolean "${value}"`, value] as const);
  if (schema.type === 'integer' || schema.type === 'number') {
    const over = schema.maximum === undefined ? [] : [String(schema.maximum + 1)];
    const under = schema.minimum === undefined ? [] : [String(schema.minimum - 1)];
    return [...over, ...under, 'abc', '1.5', '1e2', '0x10', '', '%20', '1%20', '9'.repeat(30), 'NaN', 'Infinity', '١', '1,2'].map((value) => [`number "${value}"`, value] as const);
  }
  const long = schema.maxLength === undefined ? [] : ([['too long', 'a'.repeat(schema.maxLength + 1)]] as const);
  const short = (schema.minLength ?? 0) > 0 ? ([['empty', '']] as const) : [];
  return [...long, ...short];
}

const CURSORS = [
  ['empty', ''],
  ['a number', '2'],
  ['an address', 'https://example.com/?page=2'],
  ['made up', Buffer.from('["a","b"]').toString('base64url')],
  ['zeros', Buffer.alloc(40).toString('base64url')],
  ['too long', 'A'.repeat(9_000)],
] as const;
