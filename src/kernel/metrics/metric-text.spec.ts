import { describe, expect, it } from '@jest/globals';
import { metricText } from './metric-text.js';
import { RequestMetrics } from './request-metrics.js';

describe('metricText', () => {
  it('writes names, labels and numbers as Prometheus reads them', () => {
    const samples = [{ value: 1.5 }, { labels: { path: 'a"b\\c\nd', status: 200 }, value: Infinity, suffix: '_bucket' }, { value: NaN }];
    expect(metricText('x_total', 'counter', 'Of x.', samples)).toBe('# HELP x_total Of x.\n# TYPE x_total counter\nx_total 1.5\nx_total_bucket{path="a\\"b\\\\c\\nd",status="200"} +Inf\nx_total NaN\n');
  });
});

describe('RequestMetrics', () => {
  it('counts requests by operation and status, and their times in buckets that hold the smaller ones, too', () => {
    const metrics = new RequestMetrics();
    metrics.count('getSpace', 200, 0.003);
    metrics.count('getSpace', 404, 0.07);
    metrics.count('getSpace', 200, 100);
    const lines = metrics.text().split('\n');
    expect(lines).toEqual(expect.arrayContaining(['docspine_requests_total{operation="getSpace",status="200"} 2', 'docspine_requests_total{operation="getSpace",status="404"} 1']));
    const bucket = (most: string): string | undefined => lines.find((line) => line.startsWith(`docspine_request_duration_seconds_bucket{operation="getSpace",le="${most}"}`))?.split(' ')[1];
    expect(['0.0025', '0.005', '0.05', '0.1', '10', '+Inf'].map(bucket)).toEqual(['0', '1', '1', '2', '2', '3']);
    expect(lines).toContain('docspine_request_duration_seconds_count{operation="getSpace"} 3');
    expect(lines).toContain('docspine_request_duration_seconds_sum{operation="getSpace"} 100.073');
  });
});
