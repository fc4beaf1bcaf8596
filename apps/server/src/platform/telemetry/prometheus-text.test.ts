import { describe, expect, it } from 'vitest';
import { toPrometheusText } from './prometheus-text.ts';

const text = { about: 'Of a test\\, in two\nlines', attributes: [] };

describe('the text for Prometheus', () => {
  it('names a histogram by its unit, and counts its buckets up to the last', () => {
    const metric = {
      ...text,
      name: 'http.server.request.duration',
      unit: 's',
      kind: 'histogram' as const,
      bounds: [0.1, 1],
      points: [{ attributes: { 'http.route': '/a', 'http.response.status_code': 200 }, count: 6, sum: 7.5, buckets: [3, 2, 1] }],
    };
    const labels = 'http_route="/a",http_response_status_code="200"';
    expect(toPrometheusText([metric]).split('\n')).toEqual([
      '# HELP http_server_request_duration_seconds Of a test\\\\, in two\\nlines',
      '# TYPE http_server_request_duration_seconds histogram',
      `http_server_request_duration_seconds_bucket{${labels},le="0.1"} 3`,
      `http_server_request_duration_seconds_bucket{${labels},le="1"} 5`,
      `http_server_request_duration_seconds_bucket{${labels},le="+Inf"} 6`,
      `http_server_request_duration_seconds_sum{${labels}} 7.5`,
      `http_server_request_duration_seconds_count{${labels}} 6`,
      '',
    ]);
  });

  it('ends the name of a counter with _total, and lets no value out of its quotes', () => {
    const metric = {
      ...text,
      name: 'portico.test',
      unit: '{thing}',
      kind: 'counter' as const,
      points: [{ attributes: { event: 'a"} 1\nevil{x="\\' }, value: 3 }],
    };
    expect(toPrometheusText([metric]).split('\n')[2]).toBe('portico_test_total{event="a\\"} 1\\nevil{x=\\"\\\\"} 3');
  });
});
