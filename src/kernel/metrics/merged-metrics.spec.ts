import { describe, expect, it } from '@jest/globals';
import { mergedMetrics } from './merged-metrics.js';
import { metricText } from './metric-text.js';

describe('mergedMetrics', () => {
  it('keeps each metric together, and names the worker of each value', () => {
    const of = (value: number): string => metricText('a_total', 'counter', 'Of a.', [{ labels: { path: '# HELP {x' }, value }]) + metricText('b', 'gauge', 'Of b.', [{ value }]);
    expect(mergedMetrics(new Map([['1', of(5)], ['2', of(7)]]))).toBe(
      [
        '# HELP a_total Of a.',
        '# TYPE a_total counter',
        'a_total{worker="1",path="# HELP {x"} 5',
        'a_total{worker="2",path="# HELP {x"} 7',
        '# HELP b Of b.',
        '# TYPE b gauge',
        'b{worker="1"} 5',
        'b{worker="2"} 7',
        '',
      ].join('\n'),
    );
  });

  it('tells of a metric that only some have', () => {
    const text = metricText('b', 'gauge', 'Of b.', [{ value: 1 }]);
    expect(mergedMetrics(new Map([['1', ''], ['2', text]]))).toBe('# HELP b Of b.\n# TYPE b gauge\nb{worker="2"} 1\n');
  });
});
