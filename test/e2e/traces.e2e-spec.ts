import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { traceJob, withTraceparent } from '../../src/kernel/tracing/trace-jobs.js';
import { Tracing } from '../../src/kernel/tracing/tracing.js';
import { statementName } from '../../src/kernel/tracing/trace-statements.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  links?: { traceId: string }[];
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

const bodies: string[] = [];
let receiver: Server;
let service: TestApp;
let closed: Promise<void> | undefined;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      if (request.url === '/v1/traces' && request.headers['x-key'] === 'a b') bodies.push(body);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo; // of a TCP server
  service = await startTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(port)}`, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b', OTEL_SERVICE_NAME: 'docs of the test' });
  const { make, app } = service;
  const { space, member } = await make.spaceWithMember('admin');
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
  await service.as(member.token).send('GET', `/v1/spaces/${space.id}/search?query=secretword`, undefined, { headers });
  await service.as(member.token).send('POST', `/v1/spaces/${space.id}/comments`, { body: { markdown: 'A secretword.' } });
  await service.as(member.token).get('/v1/spaces/dsp_madeup1');
  const tracing = app.get(Tracing);
  const span = tracing.begin('adding', 'SERVER', {}, headers.traceparent);
  if (span === undefined) throw new Error('Traces are off.');
  const payload = tracing.run(span, () => withTraceparent(tracing, { id: 'one' }));
  await traceJob(tracing, 'traced-job', payload, () => make.db.query({ name: 'of_the_job', text: 'SELECT 1' }).then(() => undefined));
  // Closing sends what is left.
  closed = service.close();
  await closed;
});
afterAll(async () => {
  await closed;
  await new Promise((resolve) => receiver.close(resolve));
});

function spans(): SentSpan[] {
  return bodies.flatMap((body) => (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
}

function named(name: string): SentSpan {
  const found = spans().find((span) => span.name === name);
  if (found === undefined) throw new Error(`There is no ${name} among ${spans().map((span) => span.name).join(', ')}`);
  return found;
}

const attribute = ({ attributes }: SentSpan, name: string): unknown => Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];

describe('traces', () => {
  it('go on with the trace of who asks, under the name of the operation', () => {
    const request = named('searchSpaceContent');
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, kind: 2 });
    expect([attribute(request, 'http.request.method'), attribute(request, 'http.route'), attribute(request, 'http.response.status_code')]).toEqual(['GET', '/v1/spaces/:spaceId/search', 200]);
  });

  it('hold the statements of a request, by their names', () => {
    const request = named('postCommentInSpace');
    expect(request.traceId).not.toBe(TRACE);
    expect(named('comments_post_audited')).toMatchObject({ traceId: request.traceId, parentSpanId: request.spanId, kind: 3 });
  });

  it('have one for a job, of its own, that names the one of the request', () => {
    const job = named('traced-job');
    expect(job).toMatchObject({ kind: 5, links: [{ traceId: TRACE }] });
    expect(job.traceId).not.toBe(TRACE);
    expect(named('of_the_job').parentSpanId).toBe(job.spanId);
  });

  it('tell who sends them, and nothing of queries, bodies, values and tokens', () => {
    const sent = bodies.join('\n');
    expect(sent).toContain('docs of the test');
    expect(sent).not.toMatch(/secretword|dsp_\w|VALUES|query=/);
    expect(attribute(named('getSpaceById'), 'url.path')).toBe('/v1/spaces/dsp_…');
  });
});

describe('without the settings', () => {
  it('there is no span', async () => {
    const tracing = await Tracing.of(undefined);
    expect([tracing.isOn, tracing.begin('any', 'SERVER', {}), tracing.traceparent()]).toEqual([false, undefined, undefined]);
  });
});

describe('statementName', () => {
  it('tells a statement without its values', () => {
    const texts = [{ name: 'find', text: 'SELECT 1' }, `SELECT a, 'secret' FROM "users" WHERE id = $1`, `INSERT INTO audit_log (a) SELECT 'secret'; COMMIT`, 'START TRANSACTION', { text: 'UPDATE spaces SET a = 1' }];
    expect(texts.map(statementName)).toEqual(['find', 'SELECT users', 'INSERT audit_log', 'START', 'UPDATE spaces']);
  });
});
