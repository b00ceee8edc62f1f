import type { Attributes, Span, SpanKind } from '@opentelemetry/api';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { TracingSettings } from '../config/tracing-settings.js';
import { FlowValue } from '../flow/flow-value.js';
import type { OpenTelemetry } from './open-telemetry.js';

/** The span that what is under way belongs to. */
const spans = new FlowValue<Span>();

/** Spans of what the service does. Without settings for it nothing is loaded, made or kept. */
@Injectable()
export class Tracing implements OnApplicationShutdown {
  private constructor(private readonly telemetry?: OpenTelemetry) {}

  static async of(settings: TracingSettings | undefined): Promise<Tracing> {
    if (settings === undefined) return new Tracing();
    const { OpenTelemetry: Loaded } = await import('./open-telemetry.js');
    return new Tracing(new Loaded(settings));
  }

  get isOn(): boolean {
    return this.telemetry !== undefined;
  }

  /** A span in the current one. @param traceparent of who asks, where that is another process */
  begin(name: string, kind: keyof typeof SpanKind, attributes: Attributes, traceparent?: string): Span | undefined {
    return this.telemetry?.begin(name, kind, attributes, traceparent ?? spans.get());
  }

  /** A span of its own that names the one that led to it. */
  beginLinked(name: string, kind: keyof typeof SpanKind, traceparent: string | undefined): Span | undefined {
    return this.telemetry?.beginLinked(name, kind, traceparent);
  }

  fail(span: Span): void {
    this.telemetry?.fail(span);
  }

  /** Names the current span to other processes, as W3C Trace Context has it. */
  traceparent(): string | undefined {
    const span = spans.get();
    return span && this.telemetry?.traceparent(span);
  }

  /** Runs `work` in the span, and everything that follows from it. */
  run<Result>(span: Span, work: () => Result): Result {
    return spans.run(span, work);
  }

  isWithin(): boolean {
    return spans.get() !== undefined;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.telemetry?.end();
  }
}
