/**
 * Checks `deploy/` as far as possible without a container engine: the rendered chart, its values against their schema, and the same rules for Compose
 * and the image. `tools/deploy/assembled.round.ts` runs the image's own steps.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { EVERY_OPTION } from './deploy/every-option.ts';
import { renderChart } from './deploy/render-chart.ts';

const root = join(import.meta.dirname, '..');
const chart = join(root, 'deploy/helm/portico');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const delivered = parse(read('deploy/helm/portico/values.yaml'));
/** The delivered values, with the only setting that an installation must choose. */
const values = { ...delivered, settings: { PORTICO_BANK: 'sandbox', ...delivered.settings } };
const render = (changed: object = {}) => renderChart(chart, { name: 'portico', values: { ...values, ...changed } });
const find = (kind: string, changed: object = {}) => render(changed).find((document) => Reflect.get(Object(document), 'kind') === kind);

/** Renders the chart with Helm. @throws with the message of Helm. */
function renderWithHelm(changed: object): readonly unknown[] {
  const folder = mkdtempSync(join(tmpdir(), 'portico-chart-'));
  try {
    writeFileSync(join(folder, 'values.json'), JSON.stringify({ ...values, ...changed }));
    const { status, stdout, stderr } = spawnSync('helm', ['template', 'portico', chart, '--values', join(folder, 'values.json')], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    return parseAllDocuments(stdout)
      .map((document) => document.toJS())
      .filter((object) => object !== null);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
/** The settings of an object's container. */
const settingsOf = (kind: string, changed: object = {}): Record<string, string> => {
  const [container] = Object(find(kind, changed)).spec.template.spec.containers;
  return Object.fromEntries(container.env.map(({ name, value }: { name: string; value: string }) => [name, value]));
};

/** Objects in the order of their kinds, without the digests of texts, whose blank lines may differ. */
const comparable = (objects: readonly unknown[]) =>
  objects
    .map((object) => JSON.stringify(object, (name, value) => (name.startsWith('checksum/') ? undefined : value)))
    .toSorted()
    .map((text) => JSON.parse(text));
const hasHelm = spawnSync('helm', ['version']).status === 0;

describe('the chart', () => {
  it.runIf(hasHelm).each<[string, object]>([
    ['as delivered', {}],
    [
      'with every choice made the other way',
      {
        ingress: { ...delivered.ingress, enabled: false },
        mutualTls: { ...delivered.mutualTls, enabled: true, trustConfigMap: 'authorities' },
        networkPolicy: { ...delivered.networkPolicy, allowHttps: true },
        secrets: { ...delivered.secrets, databaseOwner: { name: 'owner', key: 'url' }, bankCore: { name: 'core', key: 'secret' } },
        ...EVERY_OPTION,
      },
    ],
  ])('is rendered by Helm, if it is installed, to the same objects as by our renderer: %s', (_what, changed) => {
    expect(comparable(renderWithHelm(changed))).toEqual(comparable(render(changed)));
  });

  it('renders every kind of object once', () => {
    expect(render().map((document) => Reflect.get(Object(document), 'kind'))).toEqual([
      'Deployment',
      'PodDisruptionBudget',
      'Ingress',
      'Job',
      'NetworkPolicy',
      'Service',
    ]);
  });

  it.each(['Deployment', 'Job'])('runs its %s as an unprivileged user, without a service account token and with a read-only file system', (kind) => {
    expect(find(kind)).toMatchObject({
      spec: {
        template: {
          spec: {
            automountServiceAccountToken: false,
            securityContext: { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: 'RuntimeDefault' } },
            containers: [
              {
                securityContext: {
                  allowPrivilegeEscalation: false,
                  readOnlyRootFilesystem: true,
                  runAsNonRoot: true,
                  capabilities: { drop: ['ALL'] },
                },
              },
            ],
          },
        },
      },
    });
  });

  it('replaces servers one by one, routes to ready servers only, and restarts none while the database is unavailable', () => {
    expect(find('Deployment')).toMatchObject({
      spec: {
        strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
        template: {
          spec: {
            containers: [
              {
                startupProbe: { httpGet: { path: '/healthz' } },
                livenessProbe: { httpGet: { path: '/healthz' } },
                readinessProbe: { httpGet: { path: '/readyz' } },
              },
            ],
          },
        },
      },
    });
  });

  it('migrates the database before servers of the new version start, with their settings', () => {
    expect(find('Job')).toMatchObject({ metadata: { annotations: { 'helm.sh/hook': 'pre-install,pre-upgrade' } } });
    expect(settingsOf('Job')).toEqual(settingsOf('Deployment'));
  });

  it('keeps two of three servers while nodes are drained', () => {
    expect(find('PodDisruptionBudget')).toMatchObject({ spec: { maxUnavailable: 1 } });
  });

  it('allows requests from the ingress only, and connections to DNS, database and mail only', () => {
    expect(find('NetworkPolicy')).toMatchObject({
      spec: {
        policyTypes: ['Ingress', 'Egress'],
        ingress: [{ from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } } }] }],
        egress: [{ ports: [{ port: 53 }, { port: 53 }] }, { ports: [{ port: 5432 }, { port: 587 }] }],
      },
    });
  });

  it('allows https for sign-in with Google only when it is enabled', () => {
    const policy = find('NetworkPolicy', { networkPolicy: { ...values.networkPolicy, allowHttps: true } });
    expect(policy).toMatchObject({ spec: { egress: [{}, { ports: [{ port: 5432 }, { port: 587 }, { port: 443 }] }] } });
  });

  it('opens a port for Prometheus, to its namespace only, when it is enabled', () => {
    expect(JSON.stringify(render())).not.toContain('metrics');
    const told = { metrics: { ...values.metrics, enabled: true } };
    expect(settingsOf('Deployment', told)).toMatchObject({ PORTICO_METRICS_ADDRESS: '0.0.0.0:9464' });
    expect(find('Deployment', told)).toMatchObject({
      spec: {
        template: {
          metadata: { annotations: { 'prometheus.io/scrape': 'true', 'prometheus.io/port': '9464' } },
          spec: { containers: [{ ports: [{ name: 'http' }, { name: 'metrics', containerPort: 9464 }] }] },
        },
      },
    });
    expect(find('NetworkPolicy', told)).toMatchObject({
      spec: {
        ingress: [
          { ports: [{ port: 'http' }] },
          { from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }], ports: [{ port: 'metrics' }] },
        ],
      },
    });
    // Neither service nor ingress exposes it.
    for (const kind of ['Service', 'Ingress']) expect(JSON.stringify(find(kind, told))).not.toContain('metrics');
  });

  it('opens the port for mutual TLS, with its certificate, when it is enabled', () => {
    for (const text of [JSON.stringify(render())]) for (const word of ['mtls', 'MTLS', 'trust/']) expect(text).not.toContain(word);
    const told = { mutualTls: { ...values.mutualTls, enabled: true, trustConfigMap: 'authorities' } };
    expect(settingsOf('Deployment', told)).toMatchObject({
      PORTICO_MTLS_PORT: '3443',
      PORTICO_MTLS_URL: values.mutualTls.url,
      PORTICO_MTLS_CERT_FILE: '/run/portico/mtls/tls.crt',
      PORTICO_MTLS_KEY_FILE: '/run/portico/mtls/tls.key',
      PORTICO_TRUST_DIR: '/run/portico/trust',
    });
    expect(find('Service', told)).toMatchObject({ spec: { ports: [{ name: 'http' }, { name: 'mtls', port: 3443, targetPort: 'mtls' }] } });
    expect(find('NetworkPolicy', told)).toMatchObject({ spec: { ingress: [{ ports: [{ port: 'http' }, { port: 'mtls' }] }] } });
    expect(JSON.stringify(find('Deployment', told))).toContain('{"name":"mtls","containerPort":3443}');
    // The migration reads the same settings, and refuses files that are absent.
    for (const kind of ['Deployment', 'Job']) {
      const text = JSON.stringify(find(kind, told));
      expect(text).toContain('{"name":"mtls","mountPath":"/run/portico/mtls","readOnly":true}');
      expect(text).toContain('{"name":"mtls","secret":{"defaultMode":256,"secretName":"portico-mtls"}}');
      expect(text).toContain('{"name":"trust","configMap":{"name":"authorities"}}');
    }
    // The ingress ends TLS, so it must not lead there.
    expect(JSON.stringify(find('Ingress', told))).not.toContain('mtls');
  });

  it('allows connections to the bank’s core only when its port is set', () => {
    const policy = find('NetworkPolicy', { networkPolicy: { ...values.networkPolicy, corePort: 8443 } });
    expect(policy).toMatchObject({ spec: { egress: [{}, { ports: [{ port: 5432 }, { port: 587 }, { port: 8443 }] }] } });
  });

  it('allows connections to a collector only when its port is set', () => {
    const policy = find('NetworkPolicy', { networkPolicy: { ...values.networkPolicy, collectorPort: 4318 } });
    expect(policy).toMatchObject({ spec: { egress: [{}, { ports: [{ port: 5432 }, { port: 587 }, { port: 4318 }] }] } });
  });

  it('has no secrets among the settings; they are files of existing Secrets', () => {
    const names = Object.keys(settingsOf('Deployment'));
    for (const name of ['DATABASE_URL', 'PORTICO_SMTP_URL']) expect(names).not.toContain(name);
    expect(JSON.stringify(find('Deployment'))).toContain('"DATABASE_URL_FILE","value":"/run/portico/database/url"');
  });

  it.each([
    ['databaseDirect', 'DATABASE_DIRECT_URL_FILE', 'database-direct', 'url'],
    ['databaseRead', 'DATABASE_READ_URL_FILE', 'database-read', 'url'],
    ['collectorHeaders', 'OTEL_EXPORTER_OTLP_HEADERS_FILE', 'collector-headers', 'headers'],
    ['bankCore', 'PORTICO_BANK_SECRET_FILE', 'bank-core', 'secret'],
    ['googleClient', 'PORTICO_GOOGLE_CLIENT_SECRET_FILE', 'google-client', 'secret'],
  ])('mounts %s in servers and migration when it is set', (secret, name, folder, file) => {
    const changed = { secrets: { ...values.secrets, [secret]: { name: 'further', key: 'address' } } };
    for (const kind of ['Deployment', 'Job']) {
      expect(JSON.stringify(find(kind))).not.toContain(name);
      const text = JSON.stringify(find(kind, changed));
      expect(text).toContain(`{"name":"${name}","value":"/run/portico/${folder}/${file}"}`);
      expect(text).toContain(`{"name":"${folder}","mountPath":"/run/portico/${folder}","readOnly":true}`);
      expect(text).toContain(`{"name":"${folder}","secret":{"defaultMode":256,"secretName":"further","items":[{"key":"address","path":"${file}"}]}}`);
    }
  });

  // Review of 25 November 2026, S9.
  it('gives the table owner’s address to the migration only, which grants the servers’ role its rights', () => {
    const owner = { secrets: { ...values.secrets, databaseOwner: { name: 'owner', key: 'address' } } };
    const [job, servers] = [JSON.stringify(find('Job', owner)), JSON.stringify(find('Deployment', owner))];
    expect(job).toContain(
      '{"name":"DATABASE_DIRECT_URL_FILE","value":"/run/portico/database-owner/url"},{"name":"DATABASE_SERVER_ROLE","value":"portico_server"}',
    );
    expect(job).toContain('{"name":"database-owner","mountPath":"/run/portico/database-owner","readOnly":true}');
    expect(job).toContain('{"name":"database-owner","secret":{"defaultMode":256,"secretName":"owner","items":[{"key":"address","path":"url"}]}}');
    expect(servers).not.toContain('owner');
    expect(JSON.stringify(find('Job'))).not.toContain('DATABASE_SERVER_ROLE');
  });

  // Review of 25 November 2026, S14.
  it.each(['Deployment', 'Job'])('mounts every secret of its %s with mode 0400, for the group of the server', (kind) => {
    const further = { name: 'further', key: 'key' };
    const secrets = {
      ...values.secrets,
      databaseDirect: further,
      databaseRead: further,
      collectorHeaders: further,
      bankCore: further,
      googleClient: further,
    };
    const pod = Object(Reflect.get(Object(Reflect.get(Object(Reflect.get(Object(find(kind, { secrets })), 'spec')), 'template')), 'spec'));
    expect(pod.securityContext).toMatchObject({ runAsUser: 65532, runAsGroup: 65532, fsGroup: 65532 });
    expect(pod.volumes).toHaveLength(Object.keys(secrets).length);
    for (const { secret } of pod.volumes) expect(secret.defaultMode).toBe(0o400);
  });

  it('omits disabled objects', () => {
    const kinds = render({ ingress: { enabled: false }, networkPolicy: { enabled: false } }).map((document) => Reflect.get(Object(document), 'kind'));
    expect(kinds).toEqual(['Deployment', 'PodDisruptionBudget', 'Job', 'Service']);
  });

  it.each<[string, object]>([
    ['a setting', { settings: { ...values.settings, PORTICO_BANK_NAME: 'Bank' } }],
    ['the address', { publicUrl: 'https://other.bank.example' }],
    ['whose word is believed', { trustedProxies: '192.0.2.0/24' }],
  ])('restarts servers when %s changes', (_what, changed) => {
    expect(JSON.stringify(find('Deployment', changed))).not.toBe(JSON.stringify(find('Deployment')));
  });
});

describe('the values', () => {
  const schema = Compile(JSON.parse(read('deploy/helm/portico/values.schema.json')));

  it('match their schema', () => {
    expect(schema.Check(values)).toBe(true);
  });

  it.each(['DATABASE_CONNECTIONS', 'PORTICO_BANK_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'])('may set %s', (name) => {
    expect(schema.Check({ ...values, settings: { PORTICO_BANK: 'sandbox', [name]: '20' } })).toBe(true);
  });

  // Review of 25 November 2026, B1: the kind of bank has no default.
  it('name no kind of bank, and are refused until one is set', () => {
    expect(Object.keys(delivered.settings)).not.toContain('PORTICO_BANK');
    expect(schema.Check(delivered)).toBe(false);
    for (const kind of ['sandbox', 'adapter']) expect(schema.Check({ ...delivered, settings: { PORTICO_BANK: kind } })).toBe(true);
    for (const kind of ['', 'core', 'Sandbox']) expect(schema.Check({ ...delivered, settings: { PORTICO_BANK: kind } })).toBe(false);
  });

  it.each<[string, object]>([
    ['http', { publicUrl: 'http://bank.example' }],
    ['a path behind the origin', { publicUrl: 'https://bank.example/portal' }],
    ['no server', { replicas: 0 }],
    ['a setting of somebody else', { settings: { PATH: '/bin' } }],
    ['the key of a collector among the open settings', { settings: { OTEL_EXPORTER_OTLP_HEADERS: 'api-key=abc' } }],
    ['what a core knows Portico by among the open settings', { settings: { PORTICO_BANK_SECRET: 'a-secret-of-at-least-32-characters' } }],
    ['what proxies and servers share among them', { settings: { PORTICO_BANK: 'sandbox', PORTICO_MTLS_PROXY_SECRET: 'x'.repeat(32) } }],
    ['an address for mutual TLS without TLS', { mutualTls: { enabled: true, url: 'http://mtls.bank.example' } }],
    ['the secret of Google among them', { settings: { PORTICO_GOOGLE_CLIENT_SECRET: 'abc' } }],
    ['the address of the mail server, which holds its password, among them', { settings: { PORTICO_SMTP_URL: 'smtps://a:b@mail' } }],
    ['a setting that is no text', { settings: { PORTICO_BANK: true } }],
    ['a secret without a key', { secrets: { ...values.secrets, keys: { name: 'portico-keys' } } }],
    ['a word nobody knows', { replicaCount: 3 }],
  ])('are refused: %s', (_case, changed) => {
    expect(schema.Check({ ...values, ...changed })).toBe(false);
  });
});

describe('Compose', () => {
  const { services } = parse(read('deploy/compose.yaml'), { merge: true });

  it.each(['migrate', 'portico-1', 'portico-2', 'nginx'])('runs %s without privileges and with a read-only file system', (name) => {
    expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(services[name].user).toMatch(/^\d{2,5}:\d{2,5}$/);
  });

  // Review of 25 November 2026, section 2.
  it.each(Object.keys(services))('limits what %s may use and do', (name) => {
    expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(services[name].pids_limit).toBeGreaterThan(0);
    expect(services[name].mem_limit).toMatch(/^\d+[mg]$/);
  });

  it('gives each server that nginx names an address that stays, outside the range of other containers', () => {
    const named = Object.keys(services).filter((name) => /^portico-\d$/.test(name));
    const addresses = named.map((name) => services[name].networks.inside.ipv4_address);
    expect(new Set(addresses).size).toBe(named.length);
    const { subnet, ip_range: range } = parse(read('deploy/compose.yaml')).networks.inside.ipam.config[0];
    expect([subnet, range]).toEqual(['172.28.0.0/24', '172.28.0.128/25']);
    for (const address of addresses) {
      expect(address).toMatch(/^172\.28\.0\.\d+$/);
      // The first one is the gateway's.
      expect(Number(address.split('.')[3])).toBeGreaterThan(1);
      expect(Number(address.split('.')[3])).toBeLessThan(128);
    }
  });

  it.each(['portico-1', 'portico-2'])('starts %s only after the migration has completed', (name) => {
    expect(services[name].depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
  });

  it.each([
    ['nginx.conf', /portico-\d(?=:3000)/g],
    ['nginx-mtls.conf', /portico-\d(?=:3444)/g],
  ])('names the servers in %s', (file, pattern) => {
    const asked = new Set(read(`deploy/${file}`).match(pattern));
    expect(asked).toEqual(new Set(Object.keys(services).filter((name) => /^portico-\d$/.test(name))));
  });

  it('has a mail server with TLS, whose certificate the servers trust', () => {
    const certificate = '/run/secrets/tls-certificate';
    expect(services.mail).toMatchObject({ environment: { MP_SMTP_TLS_CERT: certificate, MP_SMTP_TLS_KEY: '/run/secrets/tls-key' } });
    expect(services.mail.secrets).toEqual(['tls-certificate', 'tls-key']);
    for (const name of ['portico-1', 'portico-2']) {
      expect(services[name].environment).toMatchObject({ PORTICO_SMTP_URL: 'smtp://mail:1025', NODE_EXTRA_CA_CERTS: certificate });
      expect(services[name].secrets).toContain('tls-certificate');
    }
    expect(read('deploy/compose.yaml')).toContain('-addext subjectAltName=DNS:localhost,DNS:mail ');
  });

  // Review of 25 November 2026, S14: a file keeps its owner and mode when Compose mounts it.
  it('has secret files that only the users of their services can read', () => {
    const text = read('deploy/compose.yaml');
    expect(text).not.toMatch(/chmod 644 (?!deploy\/secrets\/tls\.crt\n)/);
    expect(text).toContain('chown 65532:65532 deploy/secrets/keys.json deploy/secrets/database-url deploy/secrets/mtls-proxy-secret');
    expect(text).toContain('chown 101:101 deploy/secrets/tls.key deploy/secrets/mtls-proxy-header');
    expect(text).toContain('chmod 400 deploy/secrets/keys.json deploy/secrets/database-url deploy/secrets/mtls-proxy-secret deploy/secrets/tls.key');
    for (const name of ['portico-1', 'portico-2', 'migrate']) expect(services[name].user).toBe('65532:65532');
    expect(services.nginx.user).toBe('101:101');
  });

  it.each(['migrate', 'portico-1', 'portico-2'])('sets database and kind of bank for %s', (name) => {
    expect(services[name].environment).toMatchObject({ DATABASE_URL_FILE: '/run/secrets/database-url' });
    expect(services[name].environment.PORTICO_BANK).toMatch(/sandbox/);
  });

  it('publishes no port of the database and of the metrics', () => {
    for (const name of ['postgres', 'portico-1', 'portico-2']) expect(services[name].ports).toBeUndefined();
    expect(read('deploy/nginx.conf')).not.toContain('9464');
  });
});

describe('nginx with a certificate', () => {
  it('has the same rules of TLS at the address for mutual TLS, without sessions that are continued', () => {
    const [plain, mutual] = [read('deploy/nginx-tls.conf'), read('deploy/nginx-mtls.conf')];
    for (const name of ['ssl_ciphers', 'ssl_protocols', 'ssl_session_tickets']) {
      const [line] = new RegExp(`^${name} .*$`, 'm').exec(plain) ?? [];
      expect(mutual).toContain(`  ${line}\n`);
    }
    expect(mutual).toContain('ssl_session_cache off;');
    expect(mutual).toContain('ssl_verify_client optional_no_ca;');
  });

  it('repeats at the address for mutual TLS every header that nginx.conf sets, so that none of a caller comes through', () => {
    const names = (text: string) => [...text.matchAll(/^ *proxy_set_header (\S+) /gm)].map(([, name]) => name);
    expect(new Set(names(read('deploy/nginx-mtls.conf')))).toEqual(
      new Set(names(read('deploy/nginx.conf')).filter((name) => name !== 'X-Portico-Proxy-Secret')),
    );
  });

  it('writes the same refusals at both addresses', () => {
    const refusals = (path: string) => /location = \/\.refused \{.*?\n {2,4}\}/s.exec(read(path))?.[0].replaceAll(/^ +/gm, '');
    expect(refusals('deploy/nginx-mtls.conf')).toBe(refusals('deploy/nginx.conf'));
    for (const place of ['location @many', 'location @nobody']) {
      const of = (path: string) => read(path).split(place)[1]?.split('}')[0]?.replaceAll(/^ +/gm, '');
      expect(of('deploy/nginx-mtls.conf')).toBe(of('deploy/nginx.conf'));
    }
  });

  const ciphers = /ssl_ciphers (?<list>[^;]+);/.exec(read('deploy/nginx-tls.conf'))?.groups?.list?.split(':') ?? [];

  it('accepts TLS 1.2 and 1.3, with forward secrecy and authenticated encryption only', () => {
    expect(read('deploy/nginx-tls.conf')).toContain('ssl_protocols TLSv1.2 TLSv1.3;');
    expect(ciphers.length).toBeGreaterThan(0);
    expect(ciphers.filter((cipher) => !/^ECDHE-(?:ECDSA|RSA)-(?:AES(?:128|256)-GCM-SHA(?:256|384)|CHACHA20-POLY1305)$/.test(cipher))).toEqual([]);
  });

  it('sends HSTS for two years, also with its own error responses', () => {
    const own = read('deploy/nginx.conf');
    expect(own).toMatch(/map \$https \$transport_security \{\s+on\s+"max-age=63072000; includeSubDomains; preload";\s+default "";/);
    expect(own.split('location @nobody')[1]).toContain('add_header Strict-Transport-Security $transport_security always;');
  });
});

describe('the image', () => {
  const dockerfile = read('deploy/Dockerfile');
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

  it('runs without a shell, as an unprivileged user, with files owned by root', () => {
    expect(last).toMatch(/^\nFROM gcr\.io\/distroless\//);
    expect(last).toMatch(/^USER 65532:65532$/m);
    expect(last).toMatch(/^COPY --from=assemble --chown=0:0 /m);
    expect(last).not.toMatch(/^RUN /m);
  });

  it('starts without a shell', () => {
    for (const line of last.match(/^(ENTRYPOINT|CMD) .*$|^ {2}CMD .*$/gm) ?? []) expect(line).toMatch(/\[".*"\]$/);
  });
});
