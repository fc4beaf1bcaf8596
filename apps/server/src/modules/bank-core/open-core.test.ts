/** The start with a core: its version is chosen, a wrong answer is named, and mutual TLS is tried against a server that asks for a certificate. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CoreSettings } from '#platform/config.ts';
import { makeCertificate } from '../../testing/make-certificate.ts';
import { BANK_TENANT } from '../bank/index.ts';
import { type Core, openCore } from './open-core.ts';

const FEES = { withinBank: 0, otherBank: 30 };
const TERMS = {
  authMethods: { ee: ['SMART_ID'], lv: [], lt: [] },
  bankCodes: ['EE:95'],
  fees: { INDIVIDUAL_SEPA: FEES, INDIVIDUAL_INSTANT_SEPA: FEES },
  cutOff: '16:00',
};
const SECRET = 'a-secret-of-at-least-32-characters';
const OWNER = { sandboxId: BANK_TENANT, customerId: 'c-1' };

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const settingsOf = (url: string, tls?: CoreSettings['tls']): CoreSettings => ({ url, secret: SECRET, timeoutMs: 5_000, tls });

const ORIGIN = { provider: { clientId: 'app-1', name: 'Shop' }, orderId: 'pay_1', signatures: [] };

async function open(settings: CoreSettings): Promise<Core> {
  const make = await openCore(settings, pino({ level: 'silent' }));
  const unused = { define() {} };
  return Reflect.apply(make, undefined, [{ jobs: unused, findOrigins: async () => new Map([['pay_1', ORIGIN]]) }]);
}

/** Answers every call alike and closes its connections, so that a server ends at once. */
const answering = (answers: Readonly<Record<string, object>>, seen: IncomingMessage[] = []): RequestListener => {
  return (request, response) => {
    seen.push(request);
    request.resume();
    response.writeHead(200, { connection: 'close' }).end(JSON.stringify(answers[request.url?.slice(1) ?? ''] ?? {}));
  };
};

describe('the version of the calls', () => {
  async function openWith(terms: object): Promise<readonly unknown[]> {
    const seen: IncomingMessage[] = [];
    const url = `http://127.0.0.1:${await listen(createServer(answering({ 'read-terms': terms, 'find-customer': { customer: null } }, seen)))}`;
    const { bank } = await open(settingsOf(url));
    expect(await bank.findCustomer(OWNER)).toBeUndefined();
    return seen.map(({ headers }) => headers['portico-bank-version']);
  }

  it.each([
    ['that says nothing of versions', TERMS, ['2', undefined]],
    ['of version 1', { ...TERMS, versions: [1] }, ['2', undefined]],
    ['of version 2', { ...TERMS, versions: [2] }, ['2', '2']],
    ['of versions 1, 2 and 3', { ...TERMS, versions: [1, 2, 3] }, ['2', '2']],
  ])('is agreed with a core %s', async (_, terms, headers) => {
    expect(await openWith(terms)).toEqual(headers);
  });

  it.each([
    ['of version 3 only', { versions: [3] }, 'It speaks version 3 of the calls, this Portico 1 and 2. Update the older of the two.'],
    ['with terms of another form', { ...TERMS, cutOff: 4 }, 'The core’s read-terms: /cutOff: expected a text, got a number.'],
    ['with an empty list', { ...TERMS, versions: [] }, 'The core’s read-terms: /versions: expected a value that'],
  ])('refuses a core %s', async (_, terms, text) => {
    await expect(openWith(terms)).rejects.toThrow(text);
  });
});

describe('a text that the database cannot store', () => {
  const CUSTOMER = {
    ...{ customerId: 'c-1', country: 'ee', name: 'Mari Näidis', firstName: 'Mari', surname: 'Näidis', type: 'person', authMethods: ['SMART_ID'] },
    nationalIdentityNumber: '49001010001',
  };
  async function find(customer: object) {
    const url = `http://127.0.0.1:${await listen(createServer(answering({ 'read-terms': TERMS, 'find-customer': { customer } })))}`;
    const { bank } = await open(settingsOf(url));
    return bank.findCustomer(OWNER);
  }

  it.each([
    ['U+0000 in a name', { surname: 'Näi\0dis' }, 'customer.surname'],
    ['half a surrogate pair in a name', { name: 'Mari \ud83d' }, 'customer.name'],
    ['the other half in a number', { nationalIdentityNumber: '\udc00' }, 'customer.nationalIdentityNumber'],
    ['one in a member that Portico does not read', { note: ['\ud800'] }, 'customer.note[0]'],
  ])('is no answer of the core: %s', async (_what, change, place) => {
    const refusal: unknown = await find({ ...CUSTOMER, ...change }).catch((error: unknown) => error);
    expect(String(Object(refusal).cause)).toBe(`WrongForm: ${place}: a text with U+0000 or half a surrogate pair`);
  });

  it('is no other escape', async () => {
    expect(await find({ ...CUSTOMER, surname: 'Näi\u2028\u0007dis 💶' })).toMatchObject({ customerId: 'c-1' });
  });
});

describe('an order', () => {
  const TRANSFER = {
    ...OWNER,
    paymentId: 'pay_1',
    debtorIban: 'EE009500000000000001',
    amountCents: 100,
    feeCents: 0,
    currency: 'EUR',
    creditorIban: 'EE009500000000000002',
    creditorName: 'Oskar Näidispoeg',
    remittance: 'Book',
    endToEndId: 'E2E-1',
    product: 'INDIVIDUAL_INSTANT_SEPA',
    order: { paymentId: 'pay_1', appId: 'app_1' },
  } as const;

  it.each([
    [1, undefined],
    [2, ORIGIN],
  ])('has what version %d has', async (version, origin) => {
    const bodies: unknown[] = [];
    const server = createServer((request, response) => {
      const answer = request.url === '/read-terms' ? { ...TERMS, versions: [version] } : { outcomes: [{ ok: true }] };
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
        response.writeHead(200, { connection: 'close' }).end(JSON.stringify(answer));
      });
    });
    const { bank } = await open(settingsOf(`http://127.0.0.1:${await listen(server)}`));
    expect(await Reflect.apply(bank.transferInstantly, bank, [undefined, TRANSFER])).toEqual({ ok: true });
    const { sandboxId: _tenant, order: _order, ...told } = TRANSFER;
    const scheme = { creditorName: 'Oskar Naidispoeg', remittance: 'Book' };
    expect(bodies.slice(1)).toEqual([{ transfers: [{ ...told, scheme, ...(origin && { origin }) }] }]);
  });
});

describe('mutual TLS with the core', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-core-tls-'));
  const file = (name: string) => join(folder, name);
  let url: string;
  beforeAll(async () => {
    const authority = await makeCertificate({ name: 'Authority of the bank' });
    const stranger = await makeCertificate({ name: 'Another authority' });
    const made = {
      core: await makeCertificate({ name: 'core', issuer: authority }),
      portico: await makeCertificate({ name: 'portico', issuer: authority }),
      other: await makeCertificate({ name: 'portico', issuer: stranger }),
    };
    for (const [name, { certPem, keyPem }] of Object.entries(made)) {
      writeFileSync(file(`${name}.pem`), certPem);
      writeFileSync(file(`${name}.key`), keyPem);
    }
    writeFileSync(file('authority.pem'), authority.certPem);
    writeFileSync(file('stranger.pem'), stranger.certPem);
    const { certPem: cert, keyPem: key } = made.core;
    const server = createTlsServer(
      { cert, key, ca: authority.certPem, requestCert: true, rejectUnauthorized: true },
      answering({ 'read-terms': TERMS }),
    );
    url = `https://localhost:${await listen(server)}`;
    servers.splice(0);
    ending = server;
  });
  let ending: Server | undefined;
  afterAll(async () => {
    await new Promise((resolve) => ending?.close(resolve));
    rmSync(folder, { recursive: true });
  });
  const credentials = (name: string) => ({ certFile: file(`${name}.pem`), keyFile: file(`${name}.key`) });

  it('shows the certificate of Portico and checks that of the core', async () => {
    await expect(open(settingsOf(url, { credentials: credentials('portico'), caFile: file('authority.pem') }))).resolves.toBeDefined();
  });

  it.each([
    ['without a certificate of Portico', () => ({ credentials: undefined, caFile: file('authority.pem') })],
    ['with a certificate of another authority', () => ({ credentials: credentials('other'), caFile: file('authority.pem') })],
    ['with a core of another authority', () => ({ credentials: credentials('portico'), caFile: file('stranger.pem') })],
    ['with a core of no public authority', () => ({ credentials: credentials('portico'), caFile: undefined })],
  ])('does not start %s, and names the settings', async (_, tls) => {
    await expect(open(settingsOf(url, tls()))).rejects.toThrow(/no connection.* \([A-Z_0-9]+\).* PORTICO_BANK_CERT_FILE and PORTICO_BANK_CA_FILE\.$/);
  });
});
