/**
 * A production server of a bank with its core, where providers register with certificates of an authority that openssl runs: real TLS, revocation
 * `hard`, and no application yet. Statuses of certificates are written to the database, because tests call no network.
 */
import { X509Certificate } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { CORE_SECRET, createFolder, openBrowser, startCore } from '@portico/testkit';
import { pino } from 'pino';
import { openCore } from '#modules/bank-core/index.ts';
import type { QcParts } from '#modules/provider-identity/testing/make-certificate.ts';
import { createOpensslAuthority, type OpensslAuthority } from '#modules/provider-identity/testing/openssl-authority.ts';
import { statementsOf } from '#modules/provider-identity/testing/statements-of.ts';
import { makeKeysText } from '#platform/keys.ts';
import { loadConfig } from '#platform/load-config.ts';
import { buildApp } from '../../src/app/composition/build-app.ts';
import { openMtls } from '../../src/app/process/open-mtls.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { makeCertificate } from '../../src/testing/make-certificate.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { openTestDatabase } from '../../src/testing/test-database.ts';
import { avoidMidnight } from './avoid-midnight.ts';

export const PUBLIC_URL = 'https://portico.example';
export const REGISTER = '/api/v2/register';

/** A certificate with its key in PEM; undefined: the caller sends none. */
export type Pair = { readonly cert: string; readonly key: string } | undefined;

export interface MtlsAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Undefined where the answer is no JSON. */
  readonly body: unknown;
}

export interface MtlsRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface ProviderWish extends QcParts {
  /** `organizationIdentifier`. */
  readonly id: string;
  /** Subject O. */
  readonly name?: string;
  readonly days?: number;
  /** False: the authority has not said whether it is revoked. */
  readonly hasStatus?: boolean;
  readonly authority?: OpensslAuthority;
}

export async function openRegistrationHouse({ isOn = true }: { isOn?: boolean } = {}) {
  const folder = await createFolder('registration-house');
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const authority = createOpensslAuthority(statementsOf());
  const server = await makeCertificate({ name: 'localhost' });
  const trust = join(folder, 'trust');
  await mkdir(trust);
  await mkdir(join(folder, 'data'), { mode: 0o700 });
  chmodSync(folder, 0o700);
  file('trust/ca.pem', new X509Certificate(authority.authority).toString());
  file('trust/trust.json', JSON.stringify({ anchors: [{ file: 'ca.pem', use: 'web', revocationHosts: [] }] }));
  const [corePort, mtlsPort] = [await freePort(), await freePort()];
  const core = await startCore({ port: corePort, file: join(folder, 'core.db'), approvesAfter: 1 });
  const settings = loadConfig({
    PORTICO_MODE: 'production',
    PORTICO_BANK: 'adapter',
    PORTICO_BANK_NAME: 'Example Bank',
    PORTICO_BANK_URL: 'https://core.bank.example',
    PORTICO_BANK_SECRET: CORE_SECRET,
    PORTICO_PUBLIC_URL: PUBLIC_URL,
    PORTICO_SUPPORT_CONTACT: 'support@bank.example',
    PORTICO_MAIL_FROM: 'no-reply@bank.example',
    PORTICO_SMTP_URL: 'smtp://127.0.0.1:9',
    DATABASE_URL: 'embedded',
    PORTICO_DATA_DIR: join(folder, 'data'),
    PORTICO_KEYS_FILE: file('keys.json', makeKeysText()),
    PORTICO_MTLS_PORT: String(mtlsPort),
    PORTICO_MTLS_URL: `https://localhost:${mtlsPort}`,
    PORTICO_MTLS_CERT_FILE: file('server.pem', server.certPem),
    PORTICO_MTLS_KEY_FILE: file('server.key', server.keyPem),
    PORTICO_TRUST_DIR: trust,
    PORTICO_REGISTRATION: isOn ? 'on' : 'off',
    PORTICO_RATE_LIMIT_PER_MINUTE: '0',
    HOST: '127.0.0.1',
  });
  // A core in production is called by https; this one is on this machine.
  const config = { ...settings, core: { url: core.url, secret: CORE_SECRET, timeoutMs: 5_000 } };
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const database = await openTestDatabase();
  const portico = await buildApp({ config, database, log, makeCore: await openCore(config.core, log) });
  await avoidMidnight(database);
  await portico.start();
  const mtls = await openMtls(portico, config, log);
  const transport = overInject(portico.app, PUBLIC_URL);
  let issued = 0;

  async function issue({ id, name = 'Example Provider', days, hasStatus = true, authority: by = authority, ...parts }: ProviderWish) {
    issued += 1;
    const file = `provider-${issued}`;
    const der = by.issue(file, 'provider', {
      subject: `/C=EE/O=${name}/organizationIdentifier=${id.replaceAll('/', String.raw`\/`)}/CN=provider.example`,
      qcStatements: statementsOf({ ncaId: id.slice(3).split('-').slice(0, 2).join('-'), ...parts }),
      ...(days === undefined ? {} : { days }),
    });
    const thumbprint = new X509Certificate(der).fingerprint256.replaceAll(':', '').toLowerCase();
    if (hasStatus) await setStatus(thumbprint, 'good');
    return { ...by.pairOf(file), thumbprint, der: Buffer.from(der) };
  }

  async function setStatus(thumbprint: string, status: 'good' | 'revoked'): Promise<void> {
    await database.query(
      `insert into certificate_status (thumbprint, status, checked_at, next_check_at, revoked_at)
       values ($1, $2, now(), now() + interval '1 hour', case when $2 = 'revoked' then now() end)
       on conflict (thumbprint) do update set status = excluded.status, revoked_at = excluded.revoked_at`,
      [thumbprint, status],
    );
  }

  /** By real TLS. */
  function call(pair: Pair, { method = 'GET', path = REGISTER, headers = {}, body }: MtlsRequest): Promise<MtlsAnswer> {
    const options = { port: mtlsPort, host: '127.0.0.1', servername: 'localhost', ca: server.certPem, agent: false as const, method, path };
    return new Promise((resolve, reject) => {
      const all = { 'x-request-id': crypto.randomUUID(), ...headers };
      const sent = request({ ...options, cert: pair?.cert, key: pair?.key, headers: all }, async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        const text = Buffer.concat(chunks).toString();
        const isJson = String(answer.headers['content-type']).includes('json');
        const names = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
        resolve({ status: answer.statusCode ?? 0, headers: names, text, body: isJson ? JSON.parse(text) : undefined });
      });
      sent.once('error', reject).end(body);
    });
  }

  const register = (pair: Pair, metadata: unknown, headers: Readonly<Record<string, string>> = {}): Promise<MtlsAnswer> =>
    call(pair, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
    });

  return {
    ...{ config, database, portico, transport, authority, issue, setStatus, call, register },
    mtlsOrigin: `https://localhost:${mtlsPort}`,
    browse: () => openBrowser(transport, PUBLIC_URL),
    async applications(): Promise<readonly Record<string, unknown>[]> {
      const { rows } = await database.query('select * from tpp_app order by client_id');
      return rows.map((row) => ({ ...Object(row) }));
    },
    async close() {
      mtls.end();
      await portico.stop();
      await database.close();
      await core.kill();
      await authority.close();
      await rm(folder, { recursive: true });
    },
  };
}

export type RegistrationHouse = Awaited<ReturnType<typeof openRegistrationHouse>>;
