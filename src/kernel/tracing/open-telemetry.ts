import { type Attributes, type Context, defaultTextMapGetter, defaultTextMapSetter, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOffSampler, AlwaysOnSampler, BatchSpanProcessor, ParentBasedSampler, type Sampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../config/tracing-settings.js';
import { VERSION } from '../version.js';

const PROPAGATOR = new W3CTraceContextPropagator();

/** The one place that knows the packages of OpenTelemetry: loaded only when traces are switched on. */
export class OpenTelemetry {
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;

  constructor(settings: TracingSettings) {
    const { url, headers, milliseconds: timeoutMillis, serviceName, resource } = settings;
    this.provider = new TracerProvider({
      sampler: samplerOf(settings),
      resource: resourceFromAttributes({ 'service.version': VERSION, ...resource, 'service.name': serviceName }),
      spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis }) })],
    });
    this.tracer = this.provider.getTracer('docspine', VERSION);
  }

  begin(name: string, kind: keyof typeof SpanKind, attributes: Attributes, parent: Span | string | undefined): Span {
    return this.tracer.startSpan(name, { kind: SpanKind[kind], attributes }, contextOf(parent));
  }

  fail(span: Span): void {
    span.setStatus({ code: SpanStatusCode.ERROR });
  }

  beginLinked(name: string, kind: keyof typeof SpanKind, traceparent: string | undefined): Span {
    const linked = trace.getSpanContext(contextOf(traceparent));
    return this.tracer.startSpan(name, { kind: SpanKind[kind], links: linked === undefined ? [] : [{ context: linked }] }, ROOT_CONTEXT);
  }

  traceparent(span: Span): string | undefined {
    const carrier: Record<string, string> = {};
    PROPAGATOR.inject(trace.setSpan(ROOT_CONTEXT, span), carrier, defaultTextMapSetter);
    return carrier['traceparent'];
  }

  /** Sends what is left. What can't be sent is lost: nothing waits for it. */
  async end(): Promise<void> {
    await this.provider.shutdown().catch(() => undefined);
  }
}

function contextOf(parent: Span | string | undefined): Context {
  if (parent === undefined) return ROOT_CONTEXT;
  return typeof parent === 'string' ? PROPAGATOR.extract(ROOT_CONTEXT, { traceparent: parent }, defaultTextMapGetter) : trace.setSpan(ROOT_CONTEXT, parent);
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const root = sampler.endsWith('always_on') ? new AlwaysOnSampler() : sampler.endsWith('always_off') ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
  return sampler.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root;
}
