/**
 * Telemetry of a whole consent, as collector and Prometheus get it: what is told, that nobody's name, number, id or key is in it, and that
 * alerts and dashboard ask for nothing that no server tells.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort, jsonOf, member } from '@portico/testkit';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { declaredInstruments } from '#platform/telemetry/instrument.ts';
import * as instruments from '#platform/telemetry/instruments.ts';
import { startTelemetry } from '#platform/telemetry/start-telemetry.ts';
import { observeInstallation } from '../../src/app/process/observe-installation.ts';
import { openPermissionsHouse, type PermissionsHouse } from '../house/permissions-house.ts';

interface Sent {
  readonly path: string;
  readonly body: unknown;
}
interface ToldSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

const sent: Sent[] = [];
const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  sent.push({ path: request.url ?? '', body: JSON.parse(Buffer.concat(chunks).toString()) });
  response.writeHead(200).end('{}');
});

let house: PermissionsHouse;
let exposition: string;
/** With every metric that a server can export. */
let complete: string;
/** Of the customer and his consent: none may be told to anybody. */
let secrets: Readonly<Record<string, string>>;
const CANARY = 'canary-in-the-address-7731';

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const metricsPort = await freePort();
  const endTelemetry = await startTelemetry(
    {
      metrics: { host: '127.0.0.1', port: metricsPort },
      otlp: { protocol: 'http/json', endpoint: `http://127.0.0.1:${port}`, headers: {}, metricIntervalMs: 60_000 },
      resource: { 'service.name': 'portico-test', 'deployment.environment.name': 'test' },
      sampler: 'parentbased_always_on',
      samplerRatio: 1,
      continuesTraces: false,
    },
    pino({ level: 'silent' }),
    () => 0,
  );
  house = await openPermissionsHouse('dev_telemetry');
  const endObserving = observeInstallation(house, house.database);
  const user = house.customer('ee', 'person');
  const token = await house.tokenOf(user);
  const at = await house.atTheBank(user);
  const { id } = await house.give(token, at);
  const read = (path: string) =>
    house.send(undefined, 'GET', path, { bearer: token, headers: { 'consent-id': id, 'psu-ip-address': '192.0.2.1', traceparent: FOREIGN } });
  const list = await read('/api/v1/accounts');
  const account = member(list.body, 'accounts', '0');
  const [iban, accountId] = [String(member(account, 'iban')), String(member(account, 'resourceId'))];
  expect((await read(`/api/v1/accounts/${accountId}/balances`)).status).toBe(200);
  expect((await read(`/api/v1/accounts/${accountId}/balances?${CANARY}`)).status).toBe(400);
  expect((await read(`/api/v1/accounts/${CANARY}/balances`)).status).toBe(404);
  expect((await read(`/${CANARY}`)).status).toBe(404);
  const { customer } = user;
  secrets = {
    token,
    id,
    iban,
    accountId,
    canary: CANARY,
    name: customer.name,
    personalCode: customer.nationalIdentityNumber,
    foreignTrace: FOREIGN_TRACE,
    cookie: JSON.stringify(jsonOf(await at.browser.send('GET', '/bank/permissions/given'))).slice(2, 40),
  };
  const scrape = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  exposition = await scrape();
  // A metric is exported from its first value.
  for (const instrument of Object.values(instruments)) {
    if ('add' in instrument) instrument.add(0);
    else if ('record' in instrument) instrument.record(0);
    else instrument.observe(() => [[0]]);
  }
  complete = await scrape();
  endObserving();
  await endTelemetry();
});
afterAll(async () => {
  await house.close();
  collector.close();
});

const FOREIGN_TRACE = '0af7651916cd43dd8448eb211c80319c';
const FOREIGN = `00-${FOREIGN_TRACE}-b7ad6b7169203331-01`;

const spans = () =>
  sent.flatMap(({ body }) =>
    listOf(body, 'resourceSpans').flatMap((each) => listOf(each, 'scopeSpans').flatMap((scope) => listOf(scope, 'spans') as readonly ToldSpan[])),
  );
const metrics = () =>
  sent.flatMap(({ body }) =>
    listOf(body, 'resourceMetrics').flatMap((each) => listOf(each, 'scopeMetrics').flatMap((scope) => listOf(scope, 'metrics'))),
  );
function listOf(value: unknown, name: string): readonly unknown[] {
  const found = member(value, name);
  return Array.isArray(found) ? found : [];
}
const attributesOf = ({ attributes }: ToldSpan) => Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));

describe('the telemetry of a consent', () => {
  it('contains no token, id, account, name, personal code or mail address', () => {
    const told = [...sent.map(({ body }) => JSON.stringify(body)), exposition].join('\n');
    expect(told.length).toBeGreaterThan(10_000);
    for (const [what, secret] of Object.entries(secrets)) {
      expect(secret.length, what).toBeGreaterThan(3);
      expect(told.includes(secret), what).toBe(false);
    }
    expect(told).not.toMatch(/\b[A-Z]{2}\d{2}[A-Z0-9]{9,28}\b/);
    expect(told).not.toMatch(/\$\d|select \*|Bearer/i);
    expect(told).not.toContain('example.com');
  });

  it('has a span for each request, by its route, with its statements below it', () => {
    const requests = spans().filter(({ kind }) => kind === 2);
    const reading = requests.find((each) => each.name.endsWith('/balances') && attributesOf(each)['http.response.status_code'] === '200');
    expect(reading).toMatchObject({ traceId: expect.stringMatching(/^[0-9a-f]{32}$/), spanId: expect.stringMatching(/^[0-9a-f]{16}$/) });
    if (reading === undefined) return;
    expect(attributesOf(reading)).toMatchObject({
      'http.request.method': 'GET',
      'http.route': expect.stringContaining('/balances'),
      'http.response.status_code': '200',
      'portico.request_id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const below = spans().filter(({ parentSpanId }) => parentSpanId === reading.spanId);
    expect(below.map(({ name, traceId }) => [name.split(' ')[0], traceId])).toContainEqual(['SELECT', reading.traceId]);
    for (const each of below) {
      expect(BigInt(each.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(reading.startTimeUnixNano));
      expect(BigInt(each.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(each.startTimeUnixNano));
    }
  });

  it('names a request without a route by its method alone', () => {
    const unknown = spans().filter(
      (each) => attributesOf(each)['http.response.status_code'] === '404' && attributesOf(each)['http.route'] === undefined,
    );
    expect(unknown.map(({ name }) => name)).toContain('GET');
  });

  it('begins each trace at the server: a traceparent of the caller has no effect', () => {
    expect(spans().filter(({ kind, parentSpanId }) => kind === 2 && parentSpanId !== undefined)).toEqual([]);
  });

  it('names service, version, instance and environment', () => {
    const [resource] = sent.flatMap(({ body }) => listOf(body, 'resourceMetrics').map((each) => listOf(member(each, 'resource'), 'attributes')));
    expect(Object.fromEntries((resource ?? []).map((each) => [member(each, 'key'), member(each, 'value', 'stringValue')]))).toEqual({
      'service.name': 'portico-test',
      'service.version': expect.stringMatching(/^\d/),
      'service.instance.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'deployment.environment.name': 'test',
    });
  });

  it('sends metrics to the collector and exports them to Prometheus', () => {
    const duration = metrics().find((metric) => member(metric, 'name') === 'http.server.request.duration');
    expect(duration).toMatchObject({ unit: 's', histogram: { aggregationTemporality: 2 } });
    const [point] = listOf(member(duration, 'histogram'), 'dataPoints');
    expect(listOf(point, 'bucketCounts')).toHaveLength(listOf(point, 'explicitBounds').length + 1);
    expect(listOf(point, 'bucketCounts').reduce<number>((sum, count) => sum + Number(count), 0)).toBe(Number(member(point, 'count')));
    const entries = metrics().find((metric) => member(metric, 'name') === 'portico.audit.entries');
    expect(member(entries, 'sum')).toMatchObject({ isMonotonic: true, aggregationTemporality: 2 });
    expect(exposition).toMatch(
      /^portico_audit_entries_total\{event="consent.signed"\} 1$|^portico_audit_entries_total\{event="signing.signed"\} 1$/m,
    );
    expect(exposition).toMatch(/^portico_database_up 1$/m);
  });
});

describe('alerts and dashboard', () => {
  const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
  const runbook = read('docs/operate/runbook.md');
  const rules = listOf(parse(read('deploy/prometheus/alerts.yaml')), 'groups').flatMap((group) => listOf(group, 'rules'));
  const panels = listOf(JSON.parse(read('deploy/prometheus/dashboard.json')), 'panels');
  const expressions: readonly (readonly [title: string, expression: string])[] = [
    ...rules.map((rule) => [String(member(rule, 'alert')), String(member(rule, 'expr'))] as const),
    ...panels.flatMap((panel) => listOf(panel, 'targets').map((target) => [String(member(panel, 'title')), String(member(target, 'expr'))] as const)),
  ];
  /** Put there by Prometheus itself. */
  const SCRAPED = ['job', 'instance', 'le'];
  const NAME = /\b(?:http|db|portico|messaging|nodejs|process|v8js|otel)_[a-z0-9_]+/g;

  /** Of the declarations in the text: names with their suffixes, and every label that some series has or may have. */
  const told = () => {
    const types = [...complete.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    return new Set(types.flatMap(([, name = '', type]) => (type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name])));
  };
  /** Without what stands in braces and behind `by`: labels. */
  const namesIn = (expression: string) => expression.replaceAll(/\{[^}]*\}|\b(?:by|on) \([^)]*\)/g, ' ').match(NAME) ?? [];

  it('have rules and panels', () => {
    expect(rules.length).toBeGreaterThan(10);
    expect(panels.length).toBeGreaterThan(20);
  });

  it.each(expressions)('%s uses metrics that the server exports', (_title, expression) => {
    const names = namesIn(expression);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect([...told()]).toContain(name);
  });

  it.each(expressions)('%s uses labels that the metrics declare', (_title, expression) => {
    const declared = new Set([...SCRAPED, ...declaredInstruments().flatMap(({ attributes }) => attributes.map((name) => name.replaceAll('.', '_')))]);
    const labels = [
      ...[...expression.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside = '']) =>
        [...inside.matchAll(/([a-z_]+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
      ),
      ...[...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inside = '']) => inside.split(',').map((label) => label.trim())),
    ];
    for (const label of labels) expect([...declared]).toContain(label);
  });

  it('use every metric', () => {
    const used = new Set(expressions.flatMap(([, expression]) => namesIn(expression).map((name) => name.replace(/_(bucket|sum|count)$/, ''))));
    const names = [...complete.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
    expect(names.filter((name) => !used.has(name) && !used.has(name.replace(/_count$/, '')))).toEqual([]);
  });

  it.each(rules.map((rule) => [String(member(rule, 'alert')), rule] as const))(
    '%s is described in the runbook, and has a severity and a summary',
    (name, rule) => {
      expect(runbook).toContain(`\`${name}\``);
      expect(['page', 'ticket']).toContain(member(rule, 'labels', 'severity'));
      expect(member(rule, 'annotations', 'summary')).toMatch(/\.$/);
    },
  );
});
