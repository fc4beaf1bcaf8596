/** T45: certificates at two servers on one database: blocks and revocations of one reach the other, and a certificate is replaced without a lost call. */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { type AddressInfo, Socket } from 'node:net';
import { textOf } from '@portico/testkit';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFurtherServer } from '#platform/http/further-server.ts';
import type { Door } from '#platform/http/graceful-stop.ts';
import { noteMtlsCall } from '#platform/tls/mtls-call.ts';
import { createMtlsServer } from '#platform/tls/mtls-listener.ts';
import { buildApp, type Portico } from '../../src/app/composition/build-app.ts';
import { PROVIDER_PLAYS } from '../../src/app/operators/provider-orders.ts';
import { makeCertificate } from '../../src/testing/make-certificate.ts';
import { certificatesOf, type DeskCertificate, type DeskCertificates, type FallbackDesk, openFallbackDesk } from '../house/fallback-desk.ts';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

/** How long a server may keep the examination of a certificate. */
const PROMISED_MS = 60_000;
/** Calls at a time, at each server. */
const LOAD = 8;

let house: DevelopersHouse;
let other: Portico;
let desk: FallbackDesk;
let certificates: DeskCertificates;
let token = '';
let serverPem = '';
const doors: Door[] = [];
beforeAll(async () => {
  house = await openDevelopersHouse();
  other = await buildApp({ config: house.config, database: house.database, log: pino({ level: 'silent' }), webFolder: '/no-build' });
  desk = await openFallbackDesk(house, 'dev_two');
  certificates = certificatesOf(house, desk);
  token = textOf(
    desk.customers.find((customer) => customer.access_token !== undefined),
    'access_token',
  );
  const server = await makeCertificate({ name: 'localhost' });
  serverPem = server.certPem;
  for (const { app } of [house, other]) {
    const door = createFurtherServer(app, { config: house.config, make: (options, route) => createMtlsServer(server, options, route) });
    doors.push(door);
    door.server.listen(0, '127.0.0.1');
    await once(door.server, 'listening');
  }
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  for (const door of doors) {
    door.cut();
    door.server.close();
  }
  await other.stop();
  await house.close();
});

/** How a server identifies a call with this certificate: `ok`, or the code of the refusal. */
async function seenBy({ modules }: Pick<Portico, 'modules'>, { pem }: DeskCertificate): Promise<string> {
  const raw = new IncomingMessage(new Socket());
  noteMtlsCall(raw, { chain: [new X509Certificate(pem).raw] });
  const found = await modules.providerIdentity.identify({ raw }, { appId: desk.appId, sandboxId: desk.sandboxId, profile: 'mtls', roles: undefined });
  return found === undefined ? 'nothing' : 'fault' in found ? found.fault.code : 'ok';
}

const now = performance.now.bind(performance);
let ahead = 0;
/** Moves the steady clock of the servers. */
function pass(ms: number): void {
  ahead += ms;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
}

async function operate(command: string, about: string): Promise<void> {
  const play = new Map(PROVIDER_PLAYS).get(command);
  const order = { command, about, operator: 'tester', isConfirmed: false, file: '', options: { reason: 'A stolen key.' } };
  for await (const _line of play?.(house, order) ?? []);
}

/** Status of a call over TLS. */
function call(server: number, { pem, key }: DeskCertificate, agent: Agent | false = false): Promise<number | undefined> {
  const [port] = doors.slice(server).map((door) => (door.server.address() as AddressInfo).port);
  const options = { port, host: '127.0.0.1', servername: 'localhost', ca: serverPem, agent, path: '/api/v1/account-list', cert: pem, key };
  const headers = { authorization: `Bearer ${token}`, 'x-request-id': crypto.randomUUID() };
  return new Promise((resolve, reject) => {
    request({ ...options, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode));
    })
      .once('error', reject)
      .end();
  });
}
const load = (...used: readonly DeskCertificate[]): Promise<readonly (number | undefined)[]> =>
  Promise.all([0, 1].flatMap((server) => used.flatMap((certificate) => Array.from({ length: LOAD }, () => call(server, certificate)))));

/** Of the tests that leave it as it was: an application has five of a kind at most. */
let kept: Promise<DeskCertificate> | undefined;
function keptCertificate(): Promise<DeskCertificate> {
  kept ??= certificates.issue();
  return kept;
}

describe('two servers on one database', () => {
  it('refuse the certificates of a provider within a minute after an operator blocked it at the other', async () => {
    const certificate = await keptCertificate();
    expect([await seenBy(house, certificate), await seenBy(other, certificate)]).toEqual(['ok', 'ok']);
    const organizationId = /organizationIdentifier=(\S+)/.exec(new X509Certificate(certificate.pem).subject)?.[1] ?? '';
    await operate('provider block', organizationId);
    pass(PROMISED_MS);
    expect(await seenBy(other, certificate)).toBe('CERTIFICATE_BLOCKED');
    await operate('provider unblock', organizationId);
    pass(PROMISED_MS);
    expect([await seenBy(house, certificate), await seenBy(other, certificate)]).toEqual(['ok', 'ok']);
  });

  it.each([
    ['revocation', 'CERTIFICATE_REVOKE'],
    ['block', 'CERTIFICATE_BLOCKED'],
  ] as const)('refuse a certificate at once after its %s at the other, and accept it at once after the end of it', async (mark, code) => {
    const certificate = await certificates.issue();
    expect([await seenBy(house, certificate), await seenBy(other, certificate)]).toEqual(['ok', 'ok']);
    await certificates.mark(certificate, mark);
    expect([await seenBy(house, certificate), await seenBy(other, certificate)]).toEqual([code, code]);
    await certificates.mark(certificate, mark, 'DELETE');
    expect([await seenBy(house, certificate), await seenBy(other, certificate)]).toEqual(['ok', 'ok']);
    // Room for the next.
    await house.send(desk.developerId, 'DELETE', `/api/tpp/certificates/${certificate.certificateId}`);
  });

  it('refuse the next call of a kept connection after its certificate was revoked or blocked, and accept the one after the end of it', async () => {
    const certificate = await keptCertificate();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const connections = new Set<unknown>();
    agent.on('free', (socket) => void connections.add(socket));
    const statuses = [await call(1, certificate, agent)];
    for (const mark of ['revocation', 'block'] as const)
      for (const method of ['PUT', 'DELETE'] as const) {
        await certificates.mark(certificate, mark, method);
        statuses.push(await call(1, certificate, agent));
      }
    expect(statuses).toEqual([200, 401, 200, 401, 200]);
    expect(connections.size).toBe(1);
    agent.destroy();
  });

  it('lose no call while a certificate is replaced under load at both', async () => {
    await certificates.setProfile('mtls');
    const old = await certificates.issue();
    const [before, next] = await Promise.all([load(old), certificates.issue()]);
    const both = await load(old, next);
    const [after] = await Promise.all([load(next), house.send(desk.developerId, 'DELETE', `/api/tpp/certificates/${old.certificateId}`)]);
    const statuses = [...before, ...both, ...after];
    expect(statuses).toHaveLength(8 * LOAD);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect([await call(0, old), await call(1, old)]).toEqual([401, 401]);
  });
});
