/** Reading accounts with the real HTTP server, real consents and a seeded sandbox bank. Fakes replace tokens and signing. */
import { addDays, instantAt, isoDateIn } from '@portico/primitives';
import type { FastifyInstance } from 'fastify';
import { createAccess, registerConsentRoutes, registerStatementRoutes } from '#modules/access/index.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import type { Platform } from '#platform/platform.ts';
import { setClock } from '../../../testing/set-clock.ts';
import type { CreditTransfer } from '../../bank/index.ts';
import { createSandboxBank, createSandboxReader, listDemoLogins, seedSandbox } from '../../bank-sandbox/index.ts';
import type { Xs2aCaller } from '../../tpp-apps/index.ts';
import { registerAccountRoutes, registerStatementReading } from '../index.ts';

const BASE = 'http://localhost:3000';
const SANDBOX_ID = 'sbx_accounts';
const ZONE = 'Europe/Tallinn';

export interface Given {
  readonly token?: string;
  readonly consentId?: string | undefined;
  /** The customer is present. */
  readonly isAttended?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The test's platform; `close` closes its database. */
export interface TestHouse {
  readonly database: OpenedDatabase;
  readonly platform: Pick<Platform, 'db' | 'write' | 'clock' | 'random'>;
  openApp(): Promise<FastifyInstance>;
}

export async function openAccountsHarness(test: TestHouse) {
  const { database, platform } = test;
  const { db, write, clock, random } = platform;
  const bank = createSandboxBank({ db, clock, random });
  await write(({ tx }) => seedSandbox({ clock, random }, tx, { sandboxId: SANDBOX_ID, name: 'Accounts' }));

  async function ownerOf(name: string) {
    const login = (await listDemoLogins(db, SANDBOX_ID)).find((each) => each.name === name);
    const found = login && (await bank.findCustomerByIdentity(login.country, login.nationalIdentityNumber));
    if (found === undefined) throw new Error(`Nobody is called ${name}.`);
    const { sandboxId, customerId } = found;
    return { sandboxId, customerId };
  }

  const liis = await ownerOf('Liis Näidis');
  const caller: Xs2aCaller = { ...liis, appId: 'app_shop', bankCountry: 'ee', locale: 'en', roles: undefined };
  const callers: Record<string, Xs2aCaller> = {
    good: caller,
    otherApp: { ...caller, appId: 'app_other' },
    otherCustomer: { ...caller, ...(await ownerOf('Mart Proov')) },
  };
  const requireToken = async (request: { headers: { authorization?: string | undefined } }): Promise<Xs2aCaller> => {
    const found = callers[request.headers.authorization?.replace('Bearer ', '') ?? ''];
    if (found === undefined) throw new Error('Unknown token.');
    return found;
  };
  const { consents, statements } = createAccess({ db, write, clock, bank });
  const reader = createSandboxReader({ db, write, random });
  const accounts = await bank.listAccounts(db, liis);
  const app = await test.openApp();
  await app.register(
    async (scope) => {
      const reading = { reader, write, requireToken, random, cursorKey: Buffer.alloc(32, 5), apiBase: `${BASE}/api` };
      const initiation: Parameters<typeof registerConsentRoutes>[1] & Parameters<typeof registerStatementRoutes>[1] = {
        ...{ db, write, clock, random, bank, requireToken, apiBase: `${BASE}/api` },
        signing: {
          open: async () => ({ authorisationId: 'sgn_reading', scaRedirect: `${BASE}/bank/sca/reference` }),
          end: async () => {},
          withdraw: async () => {},
          list: async () => [],
        },
        notifications: { readWish: async () => undefined, register: async () => ({}) },
        tppApps: {
          findByAppId: async (appId) => ({
            ...{ appId, sandboxId: SANDBOX_ID, clientId: 'shop', clientName: 'Demo Shop', registeredName: 'Demo Shop OÜ' },
            redirectUris: ['https://shop.example/callback'],
          }),
          isReturnUrl: () => true,
        },
      };
      registerAccountRoutes(scope, reading, consents);
      registerConsentRoutes(scope, initiation);
      registerStatementReading(scope, reading, statements);
      registerStatementRoutes(scope, initiation);
    },
    { prefix: '/api/v1' },
  );

  let requests = 0;
  function requestId(): string {
    requests += 1;
    return `0193c2b4-7a5e-4a6f-9c1d-${requests.toString(16).padStart(12, '0')}`;
  }

  const iban = (position: number): string => accounts[position]?.iban ?? '';
  const id = (position: number): string => accounts[position]?.accountId ?? '';

  /** Everyday account with all rights, savings without transactions. */
  const DETAILED = {
    balances: [{ iban: iban(0) }, { iban: iban(1) }],
    transactions: [{ iban: iban(0) }],
  };

  async function post(path: string, payload: object, token: string): Promise<{ consentId: string; statementId: string }> {
    const response = await app.inject({
      method: 'POST',
      url: `/api/v1${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        'x-request-id': requestId(),
        'psu-ip-address': '192.0.2.7',
        'tpp-redirect-uri': 'https://shop.example/ok',
      },
      payload,
    });
    if (response.statusCode !== 201) throw new Error(`${path} was refused: ${response.body}`);
    return response.json();
  }

  /** Requests a consent; unsigned. */
  async function ask(access: object = DETAILED, changes: object = {}, token = 'good'): Promise<string> {
    const terms = { recurringIndicator: true, validUntil: '9999-12-31', frequencyPerDay: 4, combinedServiceIndicator: false };
    return (await post('/consents', { access, ...terms, ...changes }, token)).consentId;
  }

  /** Requests a statement of an account, unsigned; days from now. */
  async function askStatement({ position = 0, from = -120, to = 0, token = 'good' } = {}): Promise<string> {
    const request = { account: { iban: iban(position) }, dateFrom: await day(from), dateTo: await day(to) };
    return (await post('/transactions-statements', request, token)).statementId;
  }

  const signStatement = (statementId: string) =>
    write((context) => statements.sign(context, { sandboxId: SANDBOX_ID, statementId, customerId: liis.customerId }));

  async function grant(access: object = DETAILED, changes: object = {}, ibans?: readonly string[]): Promise<string> {
    const consentId = await ask(access, changes);
    await write((context) => consents.sign(context, { sandboxId: SANDBOX_ID, consentId, customerId: liis.customerId, ibans }));
    return consentId;
  }

  function get(path: string, { token = 'good', consentId, isAttended = false, headers = {} }: Given = {}) {
    return app.inject({
      method: 'GET',
      url: path.startsWith('http') ? path.slice(BASE.length) : `/api/v1${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        'x-request-id': requestId(),
        ...(consentId === undefined ? {} : { 'consent-id': consentId }),
        ...(isAttended ? { 'psu-ip-address': '192.0.2.7' } : {}),
        ...headers,
      },
    });
  }

  const now = () => clock.now(db, SANDBOX_ID);
  /** The bank's date this many days from now. */
  const day = async (days = 0) => addDays(isoDateIn(ZONE, await now()), days);

  const atDay = async <Result>(days: number, work: () => Promise<Result>) =>
    later((instantAt(ZONE, await day(days), '12:00').getTime() - (await now()).getTime()) / 1000, work);

  async function later<Result>(seconds: number, work: () => Promise<Result>): Promise<Result> {
    await setClock(database, seconds * 1000, SANDBOX_ID);
    try {
      return await work();
    } finally {
      await setClock(database, 0, SANDBOX_ID);
    }
  }

  let transfers = 0;
  const held = new Map<string, CreditTransfer>();
  /** Moves money of Liis's everyday account directly at the bank. */
  async function pay(kind: 'transferInstantly' | 'hold', changes: Partial<CreditTransfer> = {}): Promise<string> {
    transfers += 1;
    const paymentId = `pay_accounts_${transfers}`;
    const transfer: CreditTransfer = {
      ...{ ...liis, paymentId, debtorIban: iban(0), amountCents: 100, feeCents: 0, currency: 'EUR' },
      creditorIban: 'EE869800100045081764',
      creditorName: 'Lumen Books OÜ',
      remittance: `Order ${transfers}`,
      endToEndId: 'NOTPROVIDED',
      product: 'INDIVIDUAL_SEPA',
      ...changes,
    };
    const [outcome] = await write(async ({ tx }) => (kind === 'hold' ? bank.holdEach(tx, [transfer]) : [await bank.transferInstantly(tx, transfer)]));
    if (outcome?.ok !== true) throw new Error(`The bank refused: ${outcome?.reason}`);
    held.set(paymentId, transfer);
    return paymentId;
  }

  /** Books a reserved payment. */
  async function settle(paymentId: string): Promise<void> {
    const transfer = held.get(paymentId);
    if (transfer === undefined) throw new Error(`Nothing is reserved for ${paymentId}.`);
    const [outcome] = await write(({ tx }) => bank.settleHolds(tx, [transfer]));
    if (outcome?.ok !== true) throw new Error(`The bank refused: ${outcome?.reason}`);
  }

  async function close(): Promise<void> {
    await app.close();
    await database.close();
  }

  return {
    ...{ app, database, db, write, bank, consents, reader, liis, accounts },
    ...{ iban, id, ask, grant, askStatement, signStatement, statements, get, day, atDay, later, pay, settle, close },
  };
}

export type AccountsHarness = Awaited<ReturnType<typeof openAccountsHarness>>;
