/** Statements with the real HTTP server, write transactions, audit log and a seeded sandbox bank. Fakes replace the modules above. */
import { addDays, isoDateIn } from '@portico/primitives';
import type { Customer, DemoLogin } from '#modules/bank/index.ts';
import { createSandboxBank, listDemoLogins, seedSandbox } from '#modules/bank-sandbox/index.ts';
import type { TppApp, Xs2aCaller } from '#modules/tpp-apps/index.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import { setClock } from '../../../testing/set-clock.ts';
import { registerStatementRoutes } from '../index.ts';
import { createStatements } from '../statements/create-statements.ts';
import { BASE, type Given, SITE, type TestHouse } from './test-house.ts';

const SANDBOX_ID = 'sbx_statements';

export async function openStatementsHarness(test: TestHouse) {
  const { database, platform } = test;
  const { db, write, clock, random } = platform;
  const bank = createSandboxBank({ db, clock, random });
  await write(({ tx }) => seedSandbox({ clock, random }, tx, { sandboxId: SANDBOX_ID, name: 'Statements' }));

  const logins = await listDemoLogins(db, SANDBOX_ID);
  async function customerOf(isWanted: (login: DemoLogin) => boolean): Promise<Customer> {
    const login = logins.find((each) => each.country === 'ee' && isWanted(each));
    const found = login && (await bank.findCustomerByIdentity(login.country, login.nationalIdentityNumber));
    if (found === undefined) throw new Error('The seed has nobody like this.');
    return found;
  }

  const liis = await customerOf(({ name }) => name === 'Liis Näidis');
  const mart = await customerOf(({ name }) => name === 'Mart Proov');
  const company = await customerOf(({ type }) => type === 'company');
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
    company: { ...caller, customerId: company.customerId },
    otherSandbox: { ...caller, sandboxId: 'sbx_test' },
    removedCustomer: { ...caller, customerId: 'cus_nobody' },
    removedApp: { ...caller, appId: 'app_gone' },
  };
  const accounts = await bank.listAccounts(db, liis);
  const statements = createStatements({ db, write, clock, bank });
  const opened: object[] = [];
  const ended: string[] = [];
  const shop: TppApp = {
    ...{ appId: 'app_shop', sandboxId: SANDBOX_ID, clientId: 'shop', clientName: 'Demo Shop', registeredName: 'Demo Shop OÜ' },
    redirectUris: [`${SITE}/callback`],
  };

  const app = await test.openApp();
  await app.register(
    async (scope) =>
      registerStatementRoutes(scope, {
        ...{ db, write, clock, random, bank, apiBase: `${BASE}/api` },
        signing: {
          async open(_context, toSign) {
            opened.push(toSign);
            return { authorisationId: 'sgn_of_statement', scaRedirect: `${BASE}/bank/sca/reference-of-${toSign.resourceId}` };
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
          findByAppId: async (appId) => (appId === 'app_gone' ? undefined : shop),
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

  function call(method: 'GET' | 'POST' | 'DELETE', path: string, given: Given = {}) {
    const hasBody = given.body !== undefined;
    const all = {
      authorization: `Bearer ${given.token ?? 'good'}`,
      'x-request-id': nextRequestId(),
      'content-type': hasBody ? 'application/json' : undefined,
      ...given.headers,
    };
    const headers = Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
    return app.inject({ method, url: `/api/v1${path}`, headers, ...(hasBody ? { payload: JSON.stringify(given.body) } : {}) });
  }

  const initiation = { 'psu-ip-address': '192.0.2.7', 'tpp-redirect-uri': `${SITE}/ok`, 'tpp-nok-redirect-uri': `${SITE}/nok` };
  const ask = (body: unknown, given: Given = {}) =>
    call('POST', '/transactions-statements', { ...given, body, headers: { ...initiation, ...given.headers } });

  const now = () => clock.now(db, SANDBOX_ID);
  /** The bank's date this many days from now. */
  const day = async (days = 0) => addDays(isoDateIn('Europe/Tallinn', await now()), days);
  const iban = (position: number): string => accounts[position]?.iban ?? '';

  /** The everyday account, from four months ago until today. */
  async function requestOf(changes: object = {}): Promise<object> {
    return { account: { iban: iban(0) }, dateFrom: await day(-120), dateTo: await day(), ...changes };
  }

  async function create(changes: object = {}, token = 'good'): Promise<string> {
    const response = await ask(await requestOf(changes), { token });
    if (response.statusCode !== 201) throw new Error(`The statement was not created: ${response.body}`);
    return response.json().statementId;
  }

  /** Signs like the signing engine after an approved challenge. */
  const sign = (statementId: string, customerId = liis.customerId) =>
    write((context) => statements.sign(context, { sandboxId: SANDBOX_ID, statementId, customerId }));
  const reject = (statementId: string, reason: 'refused' | 'expired' = 'refused') =>
    write((context) => statements.reject(context, SANDBOX_ID, statementId, reason));
  const remove = (statementId: string) => call('DELETE', `/transactions-statements/${statementId}`);

  async function createValid(changes: object = {}): Promise<string> {
    const statementId = await create(changes);
    await sign(statementId);
    return statementId;
  }

  const statusOf = async (statementId: string): Promise<string> =>
    (await call('GET', `/transactions-statements/${statementId}/status`)).json().statementStatus;

  /** Sets the tenant's clock ahead while `work` runs. */
  async function later<Result>(seconds: number, work: () => Promise<Result>): Promise<Result> {
    await setClock(database, seconds * 1000, SANDBOX_ID);
    try {
      return await work();
    } finally {
      await setClock(database, 0, SANDBOX_ID);
    }
  }

  async function close(): Promise<void> {
    await app.close();
    await database.close();
  }

  return {
    ...{
      app,
      database,
      db,
      write,
      clock,
      random,
      statements,
      bank,
      accounts,
      liis,
      mart,
      company,
      opened,
      ended,
      sandboxId: SANDBOX_ID,
      auditOf: test.auditOf,
    },
    ...{ call, ask, create, createValid, sign, reject, remove, statusOf, day, iban, requestOf, nextRequestId, later, close },
  };
}

export type StatementsHarness = Awaited<ReturnType<typeof openStatementsHarness>>;
