import { writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKeysText } from './keys.ts';
import { loadConfig } from './load-config.ts';

let folder: string;
let production: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-config-'));
  await writeFile(join(folder, 'keys.json'), makeKeysText(), { mode: 0o600 });
  production = {
    PORTICO_MODE: 'production',
    PORTICO_BANK: 'sandbox',
    DATABASE_URL: 'postgres://portico:geheim@db.bank.example:5432/portico',
    PORTICO_PUBLIC_URL: 'https://openbanking.example/',
    PORTICO_SUPPORT_CONTACT: 'support@bank.example',
    PORTICO_MAIL_FROM: 'no-reply@bank.example',
    PORTICO_SMTP_URL: 'smtp://portico:geheim@mail.bank.example:587',
    PORTICO_KEYS_FILE: join(folder, 'keys.json'),
    PORTICO_DATA_DIR: join(folder, 'data'),
  };
});
afterAll(() => rm(folder, { recursive: true }));

const development = () => ({ PORTICO_DATA_DIR: join(folder, 'data') });

describe('the configuration', () => {
  it('requires no setting in development', () => {
    expect(loadConfig(development())).toMatchObject({
      mode: 'development',
      bank: 'sandbox',
      host: 'localhost',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      apiBase: 'http://localhost:3000/api',
      databaseUrl: undefined,
      deviceAnswerSeconds: 3,
    });
  });

  it('exports no telemetry unless an address or endpoint is set', () => {
    expect(loadConfig(development()).telemetry).toMatchObject({ metrics: undefined, otlp: undefined, continuesTraces: false });
    const { telemetry } = loadConfig({
      ...development(),
      PORTICO_METRICS_ADDRESS: '9464',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b,other=c',
    });
    expect(telemetry).toMatchObject({
      metrics: { host: '127.0.0.1', port: 9464 },
      otlp: { protocol: 'http/protobuf', endpoint: 'http://collector:4318', headers: { 'api-key': 'a b', other: 'c' }, metricIntervalMs: 60_000 },
      resource: { 'service.name': 'portico' },
    });
    for (const protocol of ['http/protobuf', 'http/json', 'grpc']) {
      const given = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4317', OTEL_EXPORTER_OTLP_PROTOCOL: protocol };
      expect(loadConfig({ ...development(), ...given }).telemetry?.otlp?.protocol).toBe(protocol);
    }
    expect(loadConfig({ ...development(), PORTICO_METRICS_ADDRESS: '[::]:9464' }).telemetry?.metrics).toEqual({ host: '::', port: 9464 });
  });

  it.each([
    [
      { OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,host.name=a%20b,empty=' },
      { 'deployment.environment.name': 'test', 'host.name': 'a b', empty: '' },
    ],
    [{ OTEL_RESOURCE_ATTRIBUTES: 'service.name=of-the-attributes' }, { 'service.name': 'of-the-attributes' }],
    [{ OTEL_RESOURCE_ATTRIBUTES: 'service.name=of-the-attributes', OTEL_SERVICE_NAME: 'own name' }, { 'service.name': 'own name' }],
  ])('describes the resource of telemetry by %j', (given, expected) => {
    expect(loadConfig({ ...development(), ...given }).telemetry?.resource).toEqual({ 'service.name': 'portico', ...expected });
  });

  it('builds every base on the public URL, without trailing slash', () => {
    expect(loadConfig(production)).toMatchObject({
      publicUrl: 'https://openbanking.example',
      apiBase: 'https://openbanking.example/api',
      identityBase: 'https://openbanking.example/identity',
    });
  });

  it.each([
    [{ PORTICO_MODE: 'test' }, 'PORTICO_MODE: given "test"; accepted: development, production'],
    [{ PORTICO_BANK: 'none' }, 'PORTICO_BANK: given "none"; accepted: sandbox, adapter'],
    [{ PORTICO_BANK: 'adapter' }, 'PORTICO_BANK_URL: not set'],
    [{ PORTICO_BANK: 'adapter' }, 'PORTICO_BANK_SECRET: not set; accepted: at least 32 characters without spaces (this setting is required)'],
    [{ PORTICO_BANK: 'adapter', PORTICO_BANK_URL: 'http://core.bank.example' }, 'PORTICO_BANK_URL: given "http://core.bank.example"'],
    [{ PORTICO_BANK: 'adapter', PORTICO_BANK_SECRET: 'short' }, 'PORTICO_BANK_SECRET: given "(hidden)"; accepted: at least 32'],
    [{ PORTICO_BANK: 'adapter', PORTICO_BANK_TIMEOUT_MS: '10' }, 'PORTICO_BANK_TIMEOUT_MS: given "10"; accepted: a whole number from 100 to 30000'],
    [{ PORTICO_DECOUPLED_SCA: 'yes' }, 'PORTICO_DECOUPLED_SCA: given "yes"; accepted: off, on'],
    [{ PORTICO_EGRESS_ALLOW: '10.8.0.0/99' }, 'PORTICO_EGRESS_ALLOW: given "10.8.0.0/99"; accepted: addresses, networks such as 10.0.0.0/8'],
    [{ PORTICO_EGRESS_PROXY: 'proxy.bank.example:3128' }, 'PORTICO_EGRESS_PROXY: given "(hidden)"; accepted: http://user:password@proxy:3128'],
    [{ PORTICO_EGRESS_PROXY: 'http://a:%zz@proxy.bank.example/' }, 'PORTICO_EGRESS_PROXY: given "(hidden)"'],
    [
      { PORTICO_EGRESS_PROXY: 'http://proxy.bank.example:3128', PORTICO_EGRESS_ALLOW: '10.8.0.0/16' },
      'PORTICO_EGRESS_ALLOW: given "10.8.0.0/16"; accepted: nothing while PORTICO_EGRESS_PROXY is set',
    ],
    [{ PORTICO_REGISTRATION: 'yes' }, 'PORTICO_REGISTRATION: given "yes"; accepted: off, on'],
    [
      { PORTICO_REGISTRATION: 'on', PORTICO_MTLS_PORT: '0' },
      'PORTICO_REGISTRATION: given "on"; accepted: off, unless PORTICO_MTLS_PORT or PORTICO_MTLS_PROXY_PORT is set',
    ],
    [{ PORTICO_BANK: 'adapter', PORTICO_DECOUPLED_SCA: 'on' }, 'PORTICO_DECOUPLED_SCA: given "on"; accepted: off, unless PORTICO_BANK is sandbox'],
    [{ PORTICO_BANK_URL: 'https://core.bank.example' }, 'PORTICO_BANK_URL: given "(hidden)"; accepted: nothing, unless PORTICO_BANK is adapter'],
    [{ PORTICO_METRICS_ADDRESS: '70000' }, 'PORTICO_METRICS_ADDRESS: given "70000"; accepted: a port such as 9464'],
    [{ PORTICO_METRICS_ADDRESS: 'http://127.0.0.1:9464' }, 'PORTICO_METRICS_ADDRESS: given "http://127.0.0.1:9464"'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT: given "(hidden)"; accepted: an address such as http://collector:4318',
    ],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://me:geheim@collector' }, 'OTEL_EXPORTER_OTLP_ENDPOINT: given "(hidden)"'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'geheim' }, 'OTEL_EXPORTER_OTLP_HEADERS: given "(hidden)"; accepted: headers such as api-key=abc'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%0d%0ab' }, 'OTEL_EXPORTER_OTLP_HEADERS: given "(hidden)"'],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'http' }, 'OTEL_EXPORTER_OTLP_PROTOCOL: given "http"; accepted: http/protobuf, http/json, grpc'],
    [{ OTEL_RESOURCE_ATTRIBUTES: 'production' }, 'OTEL_RESOURCE_ATTRIBUTES: given "production"; accepted: attributes such as deployment.'],
    [{ OTEL_RESOURCE_ATTRIBUTES: 'a=b,,c=d' }, 'OTEL_RESOURCE_ATTRIBUTES: given "a=b,,c=d"'],
    [{ OTEL_RESOURCE_ATTRIBUTES: 'a=b c' }, 'OTEL_RESOURCE_ATTRIBUTES: given "a=b c"'],
    [{ OTEL_RESOURCE_ATTRIBUTES: 'a=%e' }, 'OTEL_RESOURCE_ATTRIBUTES: given "a=%e"'],
    [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER: given "sometimes"; accepted: always_on, always_off, traceidratio'],
    [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, 'OTEL_TRACES_SAMPLER_ARG: given "1.5"; accepted: a number from 0 to 1'],
    [{ PORTICO_TRACE_CONTEXT: 'always' }, 'PORTICO_TRACE_CONTEXT: given "always"; accepted: restart, continue'],
    [{ PORT: '70000' }, 'PORT: given "70000"; accepted: a whole number from 1 to 65535'],
    [{ PORT: '3e3' }, 'PORT: given "3e3"'],
    [{ PORTICO_DEVICE_ANSWER_SECONDS: '-1' }, 'PORTICO_DEVICE_ANSWER_SECONDS: given "-1"'],
    [{ PORTICO_LOG_LEVEL: 'loud' }, 'PORTICO_LOG_LEVEL: given "loud"; accepted: trace, debug, info, warn, error, silent'],
    [{ PORTICO_PUBLIC_URL: 'http://bank.example' }, 'PORTICO_PUBLIC_URL: given "http://bank.example"'],
    [{ PORTICO_PUBLIC_URL: 'localhost:3000' }, 'PORTICO_PUBLIC_URL: given "localhost:3000"'],
    [{ PORTICO_PUBLIC_URL: 'https://bank.example/portal' }, 'PORTICO_PUBLIC_URL'],
    [{ PORTICO_SPECS_DIR: '/no/such/folder' }, 'PORTICO_SPECS_DIR: given "/no/such/folder"; accepted: an existing folder'],
    [{ PORTICO_API_BASE: 'https://bank.example/api?x=1' }, 'PORTICO_API_BASE'],
    [{ PORTICO_ALLOWED_ORIGINS: 'https://a.example,*' }, 'PORTICO_ALLOWED_ORIGINS: given "*"'],
    [{ PORTICO_TRUSTED_PROXIES: '10.0.0.0/8,proxy' }, 'PORTICO_TRUSTED_PROXIES: given "proxy"; accepted: addresses, networks such as 10.0.0.0/8'],
    [{ PORTICO_TRUSTED_PROXIES: '10.0.0.0/33' }, 'PORTICO_TRUSTED_PROXIES: given "10.0.0.0/33"'],
    [
      { PORTICO_CRASH_AT: 'signing.never' },
      'PORTICO_CRASH_AT: given "signing.never"; accepted: a crash point, or one with a number such as name:3: signing.challengeStarted',
    ],
    [{ DATABASE_URL: 'postgres://u:gehe#im@[h/d' }, 'DATABASE_URL: given "(hidden)"; accepted: postgres://'],
    [{ DATABASE_URL: 'mysql://u:geheim@h/d' }, 'DATABASE_URL: given "(hidden)"; accepted: postgres://'],
    [
      { DATABASE_URL: 'postgres://u:geheim@h/d', DATABASE_CONNECTIONS: '1' },
      'DATABASE_CONNECTIONS: given "1"; accepted: a whole number from 2 to 200',
    ],
    [{ DATABASE_CONNECTIONS: '12' }, 'DATABASE_CONNECTIONS: given "(hidden)"; accepted: nothing, unless DATABASE_URL names a PostgreSQL database'],
    [{ PORTICO_SMTP_URL: 'mail.bank.example' }, 'PORTICO_SMTP_URL: given "(hidden)"; accepted: smtp://'],
    [{ PORTICO_SMTP_URL: 'https://u:geheim@bank.example' }, 'PORTICO_SMTP_URL: given "(hidden)"'],
    [{ PORTICO_MAIL_FROM: 'Bank <a@bank.example>' }, 'PORTICO_MAIL_FROM: given "Bank <a@bank.example>"; accepted: an e-mail address'],
    [{ PORTICO_MAIL_FROM: 'a@bank.example\r\nBcc: b@c.example' }, 'PORTICO_MAIL_FROM: given'],
    [{ PORTICO_GOOGLE_CLIENT_ID: 'id' }, 'PORTICO_GOOGLE_CLIENT_SECRET: not set'],
    [{ PORTICO_GOOGLE_CLIENT_SECRET: 'geheim' }, 'PORTICO_GOOGLE_CLIENT_ID: not set'],
    [{ PORTICO_GOOGLE_ISSUER: 'http://accounts.example' }, 'PORTICO_GOOGLE_ISSUER: given "http://accounts.example"'],
  ])('%j is refused with name, given value and what is accepted', (settings, message) => {
    expect(() => loadConfig({ ...development(), ...settings })).toThrow(message);
  });

  it('names every invalid setting in one error and never shows a secret', () => {
    const load = () =>
      loadConfig({
        ...development(),
        PORT: 'x',
        PORTICO_BANK: 'y',
        DATABASE_URL: 'oracle:geheim',
        PORTICO_PUBLIC_URL: 'https://me:geheim@bank.example',
      });
    for (const name of ['PORT', 'PORTICO_PUBLIC_URL', 'PORTICO_BANK', 'DATABASE_URL']) expect(load).toThrow(`${name}: given`);
    expect(load).not.toThrow('geheim');
  });

  it.each([
    'PORTICO_BANK',
    'DATABASE_URL',
    'PORTICO_PUBLIC_URL',
    'PORTICO_KEYS_FILE',
    'PORTICO_SUPPORT_CONTACT',
    'PORTICO_MAIL_FROM',
    'PORTICO_SMTP_URL',
  ])('requires %s in production', (name) => {
    expect(() => loadConfig({ ...production, [name]: '' })).toThrow(`${name}: not set; accepted: `);
  });

  // Review of 25 November 2026, section 3: customers of a real bank read "Portico Bank AS (fictitious)".
  it('requires the name of a bank with a core in production', () => {
    const real = { ...production, PORTICO_BANK: 'adapter', PORTICO_BANK_URL: 'https://core.bank.example', PORTICO_BANK_SECRET: 'x'.repeat(32) };
    expect(() => loadConfig(real)).toThrow('PORTICO_BANK_NAME: not set; accepted: a text (this setting is required)');
    expect(loadConfig({ ...real, PORTICO_BANK_NAME: 'Bank of Tests' })).toMatchObject({ bankName: 'Bank of Tests', bankLegalName: 'Bank of Tests' });
    expect(loadConfig(production).bankLegalName).toContain('fictitious');
  });

  // Section 3: the driver's error for a missing file was a stack trace, or named the data folder.
  it.each(['sslrootcert', 'sslcert', 'sslkey'])('names DATABASE_URL when its %s cannot be read', (parameter) => {
    const given = { ...production, DATABASE_URL: `postgres://u:hidden@h/d?sslmode=verify-full&${parameter}=/none/ca.crt` };
    expect(() => loadConfig(given)).toThrow(`DATABASE_URL: given "(hidden)"; accepted: a readable file as ${parameter}, not /none/ca.crt`);
    expect(() => loadConfig(given)).not.toThrow('u:hidden');
  });

  // Review of 25 November 2026, B1 and B6.
  it.each([
    ['PORTICO_BANK', 'sandbox, adapter (this setting is required)'],
    [
      'DATABASE_URL',
      'postgres://user:password@host:port/database, or the word embedded for the database in PORTICO_DATA_DIR (this setting is required)',
    ],
  ])('names in production the accepted values of %s when it is not set', (name, accepted) => {
    for (const absent of [{ [name]: '' }, { [name]: '  ' }, { [name]: undefined }])
      expect(() => loadConfig({ ...production, ...absent })).toThrow(`${name}: not set; accepted: ${accepted}`);
  });

  it.each(['Embedded', 'EMBEDDED', 'embedded:', 'pglite', './data', 'none', 'postgres://', 'http://db/portico'])(
    'refuses DATABASE_URL=%s in production',
    (given) => {
      expect(() => loadConfig({ ...production, DATABASE_URL: given })).toThrow('DATABASE_URL: given "(hidden)"; accepted: postgres://');
    },
  );

  it.each(['Adapter', 'core', 'none', 'sandbox,adapter'])('refuses PORTICO_BANK=%s in production', (given) => {
    expect(() => loadConfig({ ...production, PORTICO_BANK: given })).toThrow(`PORTICO_BANK: given "${given}"; accepted: sandbox, adapter`);
  });

  it('opens the embedded database in production only with DATABASE_URL=embedded and a data folder', () => {
    const embedded = { ...production, DATABASE_URL: 'embedded' };
    expect(loadConfig(embedded)).toMatchObject({ databaseUrl: undefined, dataDir: join(folder, 'data') });
    expect(() => loadConfig({ ...embedded, PORTICO_DATA_DIR: '' })).toThrow(
      'PORTICO_DATA_DIR: not set; accepted: the folder of the embedded database',
    );
    expect(loadConfig({ ...development(), DATABASE_URL: 'embedded' }).databaseUrl).toBeUndefined();
  });

  it.each(['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])('refuses %s with the value embedded, or with an embedded database', (name) => {
    expect(() => loadConfig({ ...production, [name]: 'embedded' })).toThrow(
      `${name}: given "(hidden)"; accepted: postgres://user:password@host:port/database`,
    );
    expect(() => loadConfig({ ...production, DATABASE_URL: 'embedded', [name]: 'postgres://u:p@h/d' })).toThrow(
      `${name}: given "(hidden)"; accepted: nothing, unless DATABASE_URL names a PostgreSQL database`,
    );
  });

  it('accepts DATABASE_SERVER_ROLE only with an owner of the tables, as a name without quotes', () => {
    const two = { DATABASE_URL: 'postgres://portico_server:p@h/d', DATABASE_DIRECT_URL: 'postgres://owner:p@h/d' };
    expect(loadConfig({ ...development(), ...two, DATABASE_SERVER_ROLE: 'portico_server' }).databaseServerRole).toBe('portico_server');
    expect(loadConfig({ ...development(), ...two }).databaseServerRole).toBeUndefined();
    for (const given of ['Portico', 'a b', "x'; drop role y", '1x', 'x'.repeat(64)])
      expect(() => loadConfig({ ...development(), ...two, DATABASE_SERVER_ROLE: given })).toThrow('accepted: the name of a role');
    for (const [less, text] of [
      [{ DATABASE_DIRECT_URL: '' }, 'nothing, unless DATABASE_DIRECT_URL names the owner of the tables'],
      [{ DATABASE_URL: '', DATABASE_DIRECT_URL: '' }, 'nothing, unless DATABASE_URL names a PostgreSQL database'],
    ] as const)
      expect(() => loadConfig({ ...development(), ...two, ...less, DATABASE_SERVER_ROLE: 'portico_server' })).toThrow(text);
  });

  describe('secrets in files', () => {
    let files = 0;
    const file = (text: string): string => {
      const path = join(folder, `secret-${files++}`);
      writeFileSync(path, text);
      return path;
    };

    it('are read from the path of NAME_FILE, without the line end', () => {
      const given = { PORTICO_GOOGLE_CLIENT_ID: 'id', PORTICO_GOOGLE_CLIENT_SECRET_FILE: file('geheim\n') };
      const config = loadConfig({
        ...development(),
        ...given,
        DATABASE_URL_FILE: file('postgres://u:p@h/d\n'),
        PORTICO_SMTP_URL_FILE: file('smtp://u:p@h:587'),
      });
      expect([config.databaseUrl, config.smtpUrl, config.google?.clientSecret]).toEqual(['postgres://u:p@h/d', 'smtp://u:p@h:587', 'geheim']);
    });

    it.each<[string, NodeJS.ProcessEnv, string]>([
      [
        'a file that is not there',
        { DATABASE_URL_FILE: '/no/such/file' },
        'DATABASE_URL_FILE: given "/no/such/file"; accepted: the path of a readable file',
      ],
      [
        'both at once',
        { DATABASE_URL: 'postgres://u:geheim@h/d', DATABASE_URL_FILE: '/no/such/file' },
        'accepted: nothing while DATABASE_URL is set',
      ],
    ])('are refused: %s', (_case, given, message) => {
      expect(() => loadConfig({ ...development(), ...given })).toThrow(message);
    });

    it('are refused by their own name, and not shown', () => {
      const load = () => loadConfig({ ...development(), DATABASE_URL_FILE: file('oracle:geheim') });
      expect(load).toThrow('DATABASE_URL: given "(hidden)"');
      expect(load).not.toThrow('geheim');
    });
  });

  it('accepts a crash point in development and refuses it in production', () => {
    const told = { PORTICO_CRASH_AT: 'signing.committed:2' };
    expect(loadConfig({ ...development(), ...told }).crashAt).toEqual({ point: 'signing.committed', time: 2 });
    expect(() => loadConfig({ ...production, ...told })).toThrow('PORTICO_CRASH_AT: given "signing.committed:2"; accepted: nothing');
  });

  it('offers Google in production only when it is set up, and the stand-in in development only', () => {
    const google = { PORTICO_GOOGLE_CLIENT_ID: 'id', PORTICO_GOOGLE_CLIENT_SECRET: 'geheim' };
    expect(loadConfig(production)).toMatchObject({ google: undefined, demoIdpPort: undefined, mailsPerNetworkPerHour: 10 });
    expect(loadConfig({ ...production, ...google }).google).toMatchObject({ issuer: 'https://accounts.google.com', isStandIn: false });
    expect(loadConfig(development())).toMatchObject({ google: { issuer: 'http://127.0.0.1:3002', isStandIn: true }, demoIdpPort: 3002 });
    expect(loadConfig({ ...development(), ...google })).toMatchObject({ google: { isStandIn: false }, demoIdpPort: undefined });
    expect(loadConfig({ ...development(), PORTICO_DEMO_IDP: 'off' })).toMatchObject({ google: undefined, demoIdpPort: undefined });
  });

  it('refuses http in production, also on loopback', () => {
    expect(() => loadConfig({ ...production, PORTICO_PUBLIC_URL: 'http://localhost:3000' })).toThrow('https only');
  });
});

describe('the keys', () => {
  it('are created once in development, readable by their owner only, next to the data folder', async () => {
    const first = loadConfig(development()).keys;
    const file = join(folder, 'data-keys.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(loadConfig(development()).keys).toEqual(first);
    expect(first.audit).toHaveLength(32);
    expect(first.jwks.keys.map((key) => [key.kty, key.alg, typeof key.d])).toEqual([
      ['RSA', 'RS256', 'string'],
      ['EC', 'ES256', 'string'],
    ]);
    expect(await readFile(file, 'utf8')).toContain('"cookies"');
  });

  it.each(['', '{}', 'not json', '{"audit":"short"}'])('in production, a file with %j is refused by name', async (content) => {
    const path = join(folder, 'bad-keys.json');
    await writeFile(path, content, { mode: 0o600 });
    expect(() => loadConfig({ ...production, PORTICO_KEYS_FILE: path })).toThrow('PORTICO_KEYS_FILE: given');
  });

  it('are never created in production', () => {
    expect(() => loadConfig({ ...production, PORTICO_KEYS_FILE: join(folder, 'missing.json') })).toThrow('the file cannot be read');
  });
});
