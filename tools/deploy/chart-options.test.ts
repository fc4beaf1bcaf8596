/** The options of the chart that a bank's own cluster needs. Review of 25 November 2026, B5 and its section 2. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { EVERY_OPTION } from './every-option.ts';
import { renderChart } from './render-chart.ts';

const chart = join(import.meta.dirname, '../../deploy/helm/portico');
const read = (name: string): string => readFileSync(join(chart, name), 'utf8');
const delivered = parse(read('values.yaml'));
const values = { ...delivered, settings: { ...delivered.settings, PORTICO_BANK: 'sandbox' } };
const schema = Compile(JSON.parse(read('values.schema.json')));

const render = (changed: object, cluster: Record<string, object> = {}) =>
  renderChart(chart, { name: 'portico', values: { ...values, ...changed }, cluster }).map((object) => Object(object));
const find = (kind: string, changed: object = {}, cluster: Record<string, object> = {}) =>
  render(changed, cluster).find((object) => object.kind === kind);
const podOf = (kind: string, changed: object = {}) => find(kind, changed)?.spec.template.spec;
const environmentOf = (kind: string, changed: object = {}) => podOf(kind, changed).containers[0].env;
const PODS = ['Deployment', 'Job'] as const;

describe.each(PODS)('the %s of the chart', (kind) => {
  it.each([
    ['a ConfigMap', { configMap: 'bank-authorities', key: 'bank.pem' }, { configMap: { name: 'bank-authorities' } }],
    ['a secret', { secret: 'bank-authorities', key: 'bank.pem' }, { secret: { secretName: 'bank-authorities', defaultMode: 256 } }],
  ])('trusts the authorities of the bank from %s', (_what, privateAuthorities, source) => {
    expect(JSON.stringify(podOf(kind))).not.toContain('NODE_EXTRA_CA_CERTS');
    const pod = podOf(kind, { privateAuthorities });
    const folder = '/run/portico/private-authorities';
    expect(environmentOf(kind, { privateAuthorities })).toContainEqual({ name: 'NODE_EXTRA_CA_CERTS', value: `${folder}/ca.crt` });
    expect(pod.containers[0].volumeMounts).toContainEqual({ name: 'private-authorities', mountPath: folder, readOnly: true });
    const volume = pod.volumes.find(({ name }: { name: string }) => name === 'private-authorities');
    expect(volume).toMatchObject(source);
    expect(Object.values(volume)[1]).toMatchObject({ items: [{ key: 'bank.pem', path: 'ca.crt' }] });
  });

  it.each([
    ['brand', 'PORTICO_BRAND_DIR', { configMap: { name: 'portico-brand' } }],
    ['content', 'PORTICO_CONTENT_DIR', { persistentVolumeClaim: { claimName: 'portico-content', readOnly: true } }],
    ['documents', 'PORTICO_SPECS_DIR', { configMap: { name: 'portico-documents' } }],
  ])('has the folder of %s as any volume of Kubernetes', (name, setting, source) => {
    expect(JSON.stringify(podOf(kind))).not.toContain(setting);
    const changed = { folders: { [name]: source } };
    const pod = podOf(kind, changed);
    expect(environmentOf(kind, changed)).toContainEqual({ name: setting, value: `/run/portico/${name}` });
    expect(pod.containers[0].volumeMounts).toContainEqual({ name, mountPath: `/run/portico/${name}`, readOnly: true });
    expect(pod.volumes).toContainEqual({ name, ...source });
  });

  it.each([
    ['a ConfigMap', { configMap: 'core-authorities', key: 'core.pem' }, { configMap: { name: 'core-authorities' } }],
    ['a secret', { secret: 'core-authorities', key: 'core.pem' }, { secret: { secretName: 'core-authorities', defaultMode: 256 } }],
  ])('shows a certificate to the core and trusts the authorities of the core from %s', (_what, authorities, source) => {
    expect(JSON.stringify(podOf(kind))).not.toMatch(/PORTICO_BANK_(?:CERT|KEY|CA)_FILE/);
    const changed = { coreTls: { secret: 'core-client', authorities } };
    const [pod, env] = [podOf(kind, changed), environmentOf(kind, changed)];
    expect(env).toContainEqual({ name: 'PORTICO_BANK_CERT_FILE', value: '/run/portico/core-tls/tls.crt' });
    expect(env).toContainEqual({ name: 'PORTICO_BANK_KEY_FILE', value: '/run/portico/core-tls/tls.key' });
    expect(env).toContainEqual({ name: 'PORTICO_BANK_CA_FILE', value: '/run/portico/core-authorities/ca.crt' });
    for (const name of ['core-tls', 'core-authorities'])
      expect(pod.containers[0].volumeMounts).toContainEqual({ name, mountPath: `/run/portico/${name}`, readOnly: true });
    expect(pod.volumes).toContainEqual({ name: 'core-tls', secret: { secretName: 'core-client', defaultMode: 256 } });
    const volume = pod.volumes.find(({ name }: { name: string }) => name === 'core-authorities');
    expect(volume).toMatchObject(source);
    expect(Object.values(volume)[1]).toMatchObject({ items: [{ key: 'core.pem', path: 'ca.crt' }] });
  });

  it('mounts no keys where a program of the image prints them', () => {
    expect(JSON.stringify(podOf(kind))).toContain('/run/portico/keys/keys.json');
    const changed = { settings: { ...values.settings, PORTICO_KEYS_COMMAND: '/usr/bin/vault kv get -field=keys secret/portico' } };
    const text = JSON.stringify(podOf(kind, changed));
    expect(text).not.toContain('PORTICO_KEYS_FILE');
    expect(text).not.toContain('portico-keys');
    expect(text).toContain('{"name":"PORTICO_KEYS_COMMAND","value":"/usr/bin/vault kv get');
  });

  it('takes further variables, volumes, mounts, and rules where it may run', () => {
    const pod = podOf(kind, EVERY_OPTION);
    expect(pod).toMatchObject({
      nodeSelector: EVERY_OPTION.nodeSelector,
      tolerations: EVERY_OPTION.tolerations,
      affinity: EVERY_OPTION.affinity,
      priorityClassName: 'customers',
    });
    expect(pod.volumes).toContainEqual(EVERY_OPTION.extraVolumes[0]);
    expect(pod.containers[0].volumeMounts).toContainEqual(EVERY_OPTION.extraVolumeMounts[0]);
    expect(pod.containers[0].env).toContainEqual(EVERY_OPTION.extraEnv[0]);
    for (const name of ['nodeSelector', 'tolerations', 'affinity', 'priorityClassName']) expect(podOf(kind)).not.toHaveProperty(name);
  });

  it('has an image by its version, or by its content', () => {
    expect(podOf(kind).containers[0].image).toMatch(/^registry\.bank\.example\/portico:\d/);
    expect(podOf(kind, EVERY_OPTION).containers[0].image).toBe(`registry.bank.example/portico@sha256:${'0'.repeat(64)}`);
  });
});

describe('a release', () => {
  // No helm is here: the objects of three releases as Helm would send them, compared.
  it('that is rolled back has the objects of the release before, and an upgrade changes what its values say', () => {
    const [before, upgraded, rolledBack] = [{}, { coreTls: { secret: 'core-client' }, replicas: 4 }, {}].map((changed) => render(changed));
    expect(rolledBack).toEqual(before);
    const key = (object: { kind: string; metadata: { name: string } }) => `${object.kind}/${object.metadata.name}`;
    expect(upgraded?.map(key)).toEqual(before?.map(key));
    const different = upgraded?.filter((object, index) => JSON.stringify(object) !== JSON.stringify(before?.[index])).map(({ kind }) => kind);
    expect(different?.toSorted()).toEqual(['Deployment', 'Job']);
    const selector = (objects: typeof before) => objects?.find(({ kind }) => kind === 'Deployment')?.spec.selector;
    // Kubernetes refuses a changed selector.
    expect(selector(upgraded)).toEqual(selector(before));
  });

  it('holds its settings in its pods, so that a rollback of the release brings the old ones back', () => {
    expect(render(EVERY_OPTION).filter(({ kind }) => kind === 'ConfigMap')).toEqual([]);
    for (const object of render(EVERY_OPTION).filter(({ kind }) => kind !== 'Job'))
      expect(object.metadata.annotations ?? {}).not.toHaveProperty(['helm.sh/hook']);
  });

  const mounted = {
    privateAuthorities: { configMap: 'bank-authorities', key: 'bank.pem' },
    folders: { brand: { configMap: { name: 'portico-brand' } } },
    mutualTls: { ...delivered.mutualTls, enabled: true, trustConfigMap: 'authorities' },
    coreTls: { secret: 'core-client', authorities: { configMap: 'core-authorities', key: 'core.pem' } },
  };
  it.each([
    'Secret/core-client',
    'ConfigMap/core-authorities',
    'Secret/portico-keys',
    'Secret/portico-database',
    'ConfigMap/bank-authorities',
    'ConfigMap/portico-brand',
    'ConfigMap/authorities',
  ])('restarts servers when %s has changed in the cluster', (name) => {
    const [before, same, after] = [
      { [name]: { metadata: { resourceVersion: '1' }, data: { 'keys.json': 'b25l' } } },
      { [name]: { metadata: { resourceVersion: '2' }, data: { 'keys.json': 'b25l' } } },
      { [name]: { metadata: { resourceVersion: '3' }, data: { 'keys.json': 'dHdv' } } },
    ].map((cluster) => find('Deployment', mounted, cluster)?.spec.template);
    expect(after).not.toEqual(before);
    expect(same).toEqual(before);
    expect(JSON.stringify(after)).not.toContain('dHdv');
  });

  it('restarts servers when an annotation of the pods changes, for tools that only render', () => {
    expect(find('Deployment', { podAnnotations: { restart: '2' } })?.spec.template.metadata.annotations).toMatchObject({ restart: '2' });
  });
});

describe('the number of servers', () => {
  it('is fixed, or the autoscaler’s alone', () => {
    expect(find('Deployment')?.spec.replicas).toBe(3);
    expect(find('HorizontalPodAutoscaler')).toBeUndefined();
    expect(find('Deployment', EVERY_OPTION)?.spec).not.toHaveProperty('replicas');
    expect(find('HorizontalPodAutoscaler', EVERY_OPTION)).toMatchObject({
      spec: { scaleTargetRef: { kind: 'Deployment', name: 'portico' }, minReplicas: 3, maxReplicas: 6 },
    });
  });

  it('is spread over nodes and zones, without the pods of migrations', () => {
    const spread = podOf('Deployment').topologySpreadConstraints;
    expect(spread.map(({ topologyKey }: { topologyKey: string }) => topologyKey)).toEqual(['kubernetes.io/hostname', 'topology.kubernetes.io/zone']);
    for (const each of spread) expect(each.labelSelector.matchLabels).toMatchObject({ 'app.kubernetes.io/component': 'server' });
  });

  it.each([1, 2, 3])('lets nodes drain with %i servers', (replicas) => {
    const { maxUnavailable, minAvailable } = find('PodDisruptionBudget', { replicas })?.spec ?? {};
    expect([maxUnavailable, minAvailable]).toEqual([1, undefined]);
  });
});

describe('the operator of Prometheus', () => {
  const KINDS = ['ServiceMonitor', 'PrometheusRule'];
  it('gets nothing unless it is there', () => {
    for (const changed of [{}, { metrics: { ...delivered.metrics, enabled: true } }, { metrics: { ...delivered.metrics, operator: true } }])
      expect(render(changed).filter(({ kind }) => KINDS.includes(kind))).toEqual([]);
  });

  it('gets the rules of deploy/prometheus/alerts.yaml', () => {
    const rules = parse(readFileSync(join(chart, '../../prometheus/alerts.yaml'), 'utf8'));
    expect(find('PrometheusRule', EVERY_OPTION)).toMatchObject({ metadata: { labels: EVERY_OPTION.metrics.operatorLabels }, spec: rules });
  });

  it('finds every server by a service that has no address', () => {
    const service = render(EVERY_OPTION).find(({ metadata }) => metadata.name === 'portico-metrics');
    expect(service).toMatchObject({ kind: 'Service', spec: { clusterIP: 'None', ports: [{ name: 'metrics', targetPort: 'metrics' }] } });
    const { selector, endpoints } = find('ServiceMonitor', EVERY_OPTION)?.spec ?? {};
    expect(service?.metadata.labels).toMatchObject(selector.matchLabels);
    expect(endpoints).toMatchObject([{ port: 'metrics' }]);
    // The service of customers has other labels, or the monitor would ask it too.
    const main = render(EVERY_OPTION).find(({ kind, metadata }) => kind === 'Service' && metadata.name === 'portico');
    expect(main?.metadata.labels).not.toHaveProperty(['app.kubernetes.io/component']);
  });
});

describe('the network policy', () => {
  const portsOf = (changed: object) => find('NetworkPolicy', changed)?.spec.egress[1].ports.map(({ port }: { port: number }) => port);
  it('lets servers ask authorities whether a certificate is revoked, where providers have certificates', () => {
    expect(portsOf({})).not.toContain(80);
    expect(portsOf({ mutualTls: { ...delivered.mutualTls, enabled: true } })).toContain(80);
  });
});

describe('the schema of the values', () => {
  /** Helm compiles patterns with Go's regexp (RE2), which has no look-around and no references back. */
  it('has only patterns that Helm can read', () => {
    const patterns = [...read('values.schema.json').matchAll(/"pattern": "((?:[^"\\]|\\.)*)"/g)].map(([, pattern]) => pattern);
    expect(patterns.length).toBeGreaterThan(5);
    expect(patterns.filter((pattern) => /\(\?(?:[=!]|<[=!])|\\[1-9]/.test(pattern ?? ''))).toEqual([]);
  });

  it('accepts every option', () => {
    expect([...schema.Errors({ ...values, ...EVERY_OPTION })]).toEqual([]);
  });

  it('names every value that is delivered', () => {
    expect(Object.keys(delivered).filter((name) => !Object.hasOwn(JSON.parse(read('values.schema.json')).properties, name))).toEqual([]);
  });

  it.each<[string, object]>([
    ['a budget that lets no node drain', { maxUnavailable: 0 }],
    ['a part of none', { maxUnavailable: '0%' }],
    ['more than all', { maxUnavailable: '150%' }],
    ['the least number of servers, which blocks nodes when there are no more', { minAvailable: 2 }],
    ['authorities from two places', { privateAuthorities: { configMap: 'a', secret: 'b', key: 'c' } }],
    ['authorities without a key', { privateAuthorities: { configMap: 'a' } }],
    ['a folder from two places', { folders: { brand: { configMap: { name: 'a' }, emptyDir: {} } } }],
    ['a folder from nowhere', { folders: { brand: {} } }],
    ['a folder that Portico does not read', { folders: { keys: { configMap: { name: 'a' } } } }],
    ['a tag as a digest', { image: { ...delivered.image, digest: 'latest' } }],
    ['a setting of Portico as a further variable', { extraEnv: [{ name: 'PORTICO_BANK', value: 'adapter' }] }],
    ['the address of the database as a further variable', { extraEnv: [{ name: 'DATABASE_URL', value: 'postgres://a:b@c/d' }] }],
    ['a variable without a name', { extraEnv: [{ value: 'a' }] }],
    ['a mount without a path', { extraVolumeMounts: [{ name: 'a' }] }],
    ['an autoscaler for one server', { autoscaling: { enabled: true, maxReplicas: 1 } }],
    ['an annotation that is no text', { podAnnotations: { restart: 1 } }],
  ])('refuses %s', (_what, changed) => {
    expect(schema.Check({ ...values, ...changed })).toBe(false);
  });

  it.each(['25%', '100%', 1, 2])('accepts %s as the servers that may be away', (maxUnavailable) => {
    expect(schema.Check({ ...values, maxUnavailable })).toBe(true);
  });

  it('accepts the file of a secret as a further variable', () => {
    const extraEnv = [{ name: 'PORTICO_MTLS_PROXY_SECRET_FILE', value: '/run/secret' }];
    expect(schema.Check({ ...values, extraEnv })).toBe(true);
  });
});
