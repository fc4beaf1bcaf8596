/**
 * Review of 25 November 2026, section 2: a counter appeared with its first count. Prometheus sees no increase in a series that begins with 1, so no alert
 * noticed the first event.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type RecordedMetrics, recordMetrics } from '../../testing/record-metrics.ts';
import * as instruments from './instruments.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
}

const ALERTS = new URL('../../../../../deploy/prometheus/alerts.yaml', import.meta.url);
const rules: readonly Rule[] = parse(readFileSync(ALERTS, 'utf8')).groups[0].rules;
/** Their series are known where routes and services are registered. */
const STARTED_ELSEWHERE = ['portico.http.shed_requests', 'portico.probe.unreached'];
const counters = Object.values(instruments).filter(
  (instrument) => 'add' in instrument && !/active_requests|connection\.(?!timeouts)/.test(instrument.text.name),
);
const promName = (name: string) => name.replaceAll('.', '_');

let metrics: RecordedMetrics;
beforeAll(() => {
  metrics = recordMetrics();
});
afterAll(() => metrics.end());

describe('counters at the start', () => {
  it.each(counters.filter(({ text }) => !STARTED_ELSEWHERE.includes(text.name)).map((counter) => [counter.text.name, counter] as const))(
    '%s has its series, each with 0',
    async (_name, counter) => {
      const points = await metrics.series(counter);
      expect(points.length).toBeGreaterThan(0);
      for (const { value } of points) expect(value).toBe(0);
    },
  );

  /** Every selector of a counter in a rule: the counter, and each wanted value of a label. */
  const wanted = rules.flatMap(({ alert, expr }) =>
    [...expr.matchAll(/\b(\w+)_total\{(\w+)=~?"([^"]+)"\}/g)].flatMap(([, name = '', label = '', values = '']) =>
      values.split('|').map((value) => [alert, name, label, value] as const),
    ),
  );
  it('are asked for by rules', () => expect(wanted.length).toBeGreaterThan(5));

  it.each(wanted)('%s: %s has the series %s="%s"', async (_alert, name, label, value) => {
    const counter = counters.find(({ text }) => promName(text.name) === name) ?? expect.fail(`There is no counter ${name}.`);
    const points = await metrics.series(counter);
    expect(points.map(({ attributes }) => Object.entries(attributes).find(([key]) => promName(key) === label)?.[1])).toContain(value);
  });
});

describe('rules', () => {
  it.each(rules.map(({ alert, expr }) => [alert, expr]))('%s asks for no name of a scrape job', (_alert, expr) => {
    expect(expr).not.toMatch(/\b(?:job|namespace|pod|service_name)\s*=/);
  });

  it.each(rules.map(({ alert, expr }) => [alert, expr]))('%s counts metrics that other programs share on targets of Portico only', (_alert, expr) => {
    const shared = expr.match(/\b(?!portico_|messaging_destination)(?:up|(?:http|db|process|otel|nodejs|v8js)_\w+?)\b(?=[{[ ])/g) ?? [];
    const joined = expr.match(/and on \(job, instance\)/g) ?? [];
    expect(joined.length).toBeGreaterThanOrEqual(shared.length);
  });
});
