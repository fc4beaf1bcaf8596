/** Consents with the real HTTP server, write transactions, audit log and a seeded sandbox bank. Fakes replace the modules above. */
import { isoDateIn } from '@portico/primitives';
import type { BankAccount, Customer } from '#modules/bank/index.ts';
import { createSandboxBank, listDemoLogins, seedSandbox } from '#modules/bank-sandbox/index.ts';
import type { Xs2aCaller } from '#modules/tpp-apps/index.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import { setClock } from '../../../testing/set-clock.ts';
import type { ToSign } from '../../signing/index.ts';
import { createConsents } from '../consents/create-consents.ts';
import { registerConsentRoutes } from '../index.ts';
import { BASE, type Given, SITE, type TestHouse } from './test-house.ts';

const SANDBOX_ID = 'sbx_consents';

export async function openConsentsHarness(test: TestHouse) {
  const { database, platform } = test;
  const { db, write, clock, random } = platform;
  const bank = createSandboxBank({ db, clock, random });
  await write(({ tx }) => seedSandbox({ clock, random }, tx, { sandboxId: SANDBOX_ID, name: 'Consents' }));

  async function customer(name: string): Promise<Customer> {
    const login = (await listDemoLogins(db, SANDBOX_ID)).find((each) => each.name === name);
    const found = login && (await bank.findCustomerByIdentity(login.country, login.nationalIdentityNumber));
    if (found === undefined) throw new Error(`Nobody is called ${name}.`);
    return found;
  }

  const liis = await customer('Liis Näidis');
  const mart = await customer('Mart Proov');
  const caller: Xs2aCaller = {
    sandboxId: SANDBOX_ID,
    customerId: liis.customerId,
    appId: 'app_shop',
    bankCountry: 'ee',
    locale: 'en',
    roles: undefined,
  };
  const callers: Record<string, Xs2aCaller> = {
    good: caller,
    otherApp: { ...caller, appId: 'app_other' },
    otherCustomer: { ...caller, customerId: mart.customerId },
    otherSandbox: { ...caller, sandboxId: 'sbx_test' },
    removedCustomer: { ...caller, customerId: 'cus_nobody' },
    removedApp: { ...caller, appId: 'app_gone' },
  };
  const accounts = await bank.listAccounts(db, caller);
  const consents = createConsents({ db, write, clock, bank });
  const opened: ToSign[] = [];
  const ended: string[] = [];

  const app = await test.openApp();
  await app.register(
    async (scope) =>
      registerConsentRoutes(scope, {
        db,
        write,
        clock,
        random,
        bank,
        apiBase: `${BASE}/api`,
        signing: {
          async open(_context, toSign) {
            opened.push(toSign);
            return { authorisationId: 'sgn_of_consent', scaRedirect: `${BASE}/bank/sca/reference-of-${toSign.resourceId}` };
          },
          end: async (_context, { resourceId }) => void ended.push(resourceId ?? 'all'),
          withdraw: async () => {},
          list: async () => [],
        },
        async requireToken(request) {
          const found = callers[request.headers.authorization?.replace('Bearer ', '') ?? ''];
          if (found === undefined) throw new TppRefusal(401, 'TOKEN_UNKNOWN', 'This token is unknown.');
          return found;
        },
        notifications: { readWish: async () => undefined, register: async () => ({}) },
        tppApps: {
          findByAppId: async (appId) =>
            appId === 'app_gone'
              ? undefined
              : {
                  appId,
                  sandboxId: SANDBOX_ID,
                  clientId: 'shop',
                  clientName: 'Demo Shop',
                  registeredName: 'Demo Shop OÜ',
                  redirectUris: [`${SITE}/callback`],
                },
          isReturnUrl: (_app, url) => URL.parse(url)?.origin === SITE,
        },
      }),
    { prefix: '/api/v1' },
  );

  let requests = 0;
  function nextRequestId(): string {
    requests += 1;
    return `0193c2b4-7a5e-4a6f-9c1d-${requests.toString(16).padStart(12, '0')}`;
  }

  function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, given: Given = {}) {
    const all = { authorization: `Bearer ${given.token ?? 'good'}`, 'x-request-id': nextRequestId(), ...given.headers };
    const headers = Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
    const payload = given.body === undefined ? {} : { payload: JSON.stringify(given.body) };
    return app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { ...(given.body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...payload,
    });
  }

  const initiation = { 'psu-ip-address': '192.0.2.7', 'tpp-redirect-uri': `${SITE}/ok`, 'tpp-nok-redirect-uri': `${SITE}/nok` };
  const ask = (body: unknown, given: Given = {}) => call('POST', '/consents', { ...given, body, headers: { ...initiation, ...given.headers } });

  async function create(body: object = requestOf(), token = 'good'): Promise<string> {
    const response = await ask(body, { token });
    if (response.statusCode !== 201) throw new Error(`The consent was not created: ${response.body}`);
    return response.json().consentId;
  }

  /** Signs like the signing engine after an approved challenge. */
  const sign = (consentId: string, ibans?: readonly string[]) =>
    write((context) => consents.sign(context, { sandboxId: SANDBOX_ID, consentId, customerId: liis.customerId, ibans }));

  async function createValid(body?: object): Promise<string> {
    const consentId = await create(body);
    await sign(consentId);
    return consentId;
  }

  const statusOf = async (consentId: string): Promise<string> => (await call('GET', `/consents/${consentId}/status`)).json().consentStatus;
  const moveClock = (seconds: number) => setClock(database, seconds * 1000, SANDBOX_ID);
  const today = async () => isoDateIn('Europe/Tallinn', await clock.now(db, SANDBOX_ID));
  const iban = (position: number): string => accountAt(accounts, position).iban;

  /** Everyday account with all rights, savings without transactions. */
  function requestOf(changes: object = {}): object {
    const [first, second] = [{ iban: iban(0) }, { iban: iban(1) }];
    return {
      access: { accounts: [first], balances: [first, second], transactions: [first] },
      recurringIndicator: true,
      validUntil: '9999-12-31',
      frequencyPerDay: 4,
      combinedServiceIndicator: false,
      ...changes,
    };
  }

  async function close(): Promise<void> {
    await app.close();
    await database.close();
  }

  return {
    ...{ app, database, db, write, clock, consents, accounts, liis, mart, caller, opened, ended, sandboxId: SANDBOX_ID },
    ...{ call, ask, create, createValid, sign, statusOf, moveClock, today, iban, requestOf, nextRequestId, auditOf: test.auditOf, close },
  };
}

export type ConsentsHarness = Awaited<ReturnType<typeof openConsentsHarness>>;

function accountAt(accounts: readonly BankAccount[], position: number): BankAccount {
  const account = accounts[position];
  if (account === undefined) throw new Error(`There is no account ${position}.`);
  return account;
}
