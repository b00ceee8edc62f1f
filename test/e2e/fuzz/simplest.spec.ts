import { expect, it } from '@jest/globals';
import { curl, simplest } from './simplest.js';

const request = { method: 'POST', path: '/v1/things?a=1&b=2&c=3', headers: { accept: 'text/html', range: 'bytes=0-1' }, body: '{"title":"it\'s","icon":1,"deep":{}}' };

it('keeps of a request what it fails by', async () => {
  const found = await simplest(request, ({ path, body }) => Promise.resolve(path.includes('b=2') && body?.includes('icon') === true));
  expect(found).toEqual({ method: 'POST', path: '/v1/things?b=2', headers: {}, body: '{"icon":1}' });
});

it('can be pasted', () => {
  const { headers } = { headers: { accept: 'text/html' } };
  expect(curl('http://h', { ...request, path: '/v1?a', headers, body: `{"a":"it's"}` }, 'ADMIN')).toBe(
    String.raw`curl --path-as-is -X POST -H "Authorization: Bearer $ADMIN" -H 'accept: text/html' --data-raw '{"a":"it'\''s"}' 'http://h/v1?a'`,
  );
});
