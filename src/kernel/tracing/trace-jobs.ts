import type { Tracing } from './tracing.js';

/** A payload that tells which request added the job. */
export function withTraceparent<Payload extends object>(tracing: Tracing, payload: Payload): Payload {
  const traceparent = tracing.traceparent();
  return traceparent === undefined ? payload : { ...payload, traceparent };
}

/** A span for each try of a job, in a trace of its own that names the request's: jobs may be done long after it. */
export async function traceJob(tracing: Tracing, name: string, payload: unknown, work: () => Promise<void>): Promise<void> {
  const traceparent = typeof payload === 'object' && payload !== null && 'traceparent' in payload ? String(payload.traceparent) : undefined;
  const span = tracing.beginLinked(name, 'CONSUMER', traceparent);
  if (span === undefined) return work();
  try {
    await tracing.run(span, work);
  } catch (error) {
    tracing.fail(span);
    throw error;
  } finally {
    span.end();
  }
}
