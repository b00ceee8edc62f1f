import type { SettingReader } from './setting-reader.js';

const EXPORTERS = ['otlp', 'none'] as const;
const SAMPLERS = ['always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const;

/** Where traces go, by the variables that OpenTelemetry defines. */
export interface TracingSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly milliseconds: number;
  readonly serviceName: string;
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: (typeof SAMPLERS)[number];
  /** Of the traces that begin here, where the sampler goes by that. */
  readonly ratio: number;
}

/** Undefined unless an address or an exporter switches traces on. */
export function readTracing(read: SettingReader): TracingSettings | undefined {
  const disabled = read.flag('OTEL_SDK_DISABLED', false);
  const base = read.webAddress('OTEL_EXPORTER_OTLP_ENDPOINT');
  const own = read.webAddress('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const exporter = read.choice('OTEL_TRACES_EXPORTER', EXPORTERS, base === undefined && own === undefined ? 'none' : 'otlp');
  for (const name of ['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL']) read.choice(name, ['http/json'] as const, 'http/json');
  const ratio = Number(read.text('OTEL_TRACES_SAMPLER_ARG') ?? '1');
  const settings: TracingSettings = {
    url: own ?? `${base ?? 'http://localhost:4318'}/v1/traces`,
    headers: read.pairs(read.text('OTEL_EXPORTER_OTLP_TRACES_HEADERS') === undefined ? 'OTEL_EXPORTER_OTLP_HEADERS' : 'OTEL_EXPORTER_OTLP_TRACES_HEADERS'),
    milliseconds: read.wholeNumber('OTEL_EXPORTER_OTLP_TIMEOUT', { fallback: 10_000, min: 1, max: 600_000 }),
    serviceName: read.text('OTEL_SERVICE_NAME') ?? 'docspine',
    resource: read.pairs('OTEL_RESOURCE_ATTRIBUTES'),
    sampler: read.choice('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on'),
    ratio: ratio >= 0 && ratio <= 1 ? ratio : read.refuse('OTEL_TRACES_SAMPLER_ARG', undefined, 'a number from 0 to 1', 1),
  };
  return disabled || exporter === 'none' ? undefined : settings;
}
