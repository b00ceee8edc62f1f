/** Labels of one value, such as `{ method: 'GET' }`. */
export type Labels = Readonly<Record<string, string | number>>;

export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
  /** Behind the name, such as `_bucket`. */
  readonly suffix?: string;
}

/** One metric as Prometheus reads it (text format 0.0.4). */
export function metricText(name: string, kind: 'counter' | 'gauge' | 'histogram', help: string, samples: readonly Sample[]): string {
  const lines = samples.map(({ labels = {}, value, suffix = '' }) => `${name}${suffix}${labelsText(labels)} ${numberText(value)}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...lines, ''].join('\n');
}

function labelsText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return Number.isFinite(value) ? String(value) : value > 0 ? '+Inf' : '-Inf';
}
