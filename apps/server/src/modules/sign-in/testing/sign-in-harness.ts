/** The sign-in on the real HTTP server, with customers as plain values and a fake authorization server. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { SandboxCustomer } from '../../bank-sandbox/index.ts';
import { createSca } from '../../sca/index.ts';
import { createScenarioAuthenticator } from '../../test-device/index.ts';
import { createSignIn, type OpenSignIn, registerSignInRoutes, type SignInDeps } from '../index.ts';

/** A call that waited too long for the database has no effect; the client repeats it. */
const DATABASE_BUSY = /The service is busy for a moment/;
const BUSY_PAUSE_MS = 500;

export const AUTHORIZATION: OpenSignIn = {
  purpose: 'authorization',
  appId: 'app_shop',
  tppName: 'Näidispood OÜ',
  tppApplicationName: 'Demo Shop',
  bankCountry: 'ee',
  locale: 'en',
};

const PERSON: SandboxCustomer = {
  sandboxId: 'sbx_test',
  customerId: 'cus_mari',
  userName: 'ee-mari',
  country: 'ee',
  name: 'Mari Näidis',
  firstName: 'Mari',
  surname: 'Näidis',
  nationalIdentityNumber: '40504040001',
  type: 'person',
  phoneNumber: '+37200000001',
  authMethods: ['SMART_ID', 'MOBILE_ID', 'IDCARD', 'CODE_CALCULATOR'],
  scenario: 'approves',
};

/** By personal code. `cus_jaan` has the ID card only. */
export const CODES = { mari: '40504040001', refuses: '30303039917', wrongCode: '30303039972', timesOut: '30303039983', jaan: '39901010006' } as const;
const CUSTOMERS: readonly SandboxCustomer[] = [
  PERSON,
  { ...PERSON, customerId: 'cus_refuses', nationalIdentityNumber: CODES.refuses, phoneNumber: '+37200000002', scenario: 'refuses' },
  { ...PERSON, customerId: 'cus_wrong', nationalIdentityNumber: CODES.wrongCode, phoneNumber: '+37200000003', scenario: 'wrongCode' },
  { ...PERSON, customerId: 'cus_late', nationalIdentityNumber: CODES.timesOut, phoneNumber: '+37200000004', scenario: 'timesOut' },
  { ...PERSON, customerId: 'cus_jaan', nationalIdentityNumber: CODES.jaan, phoneNumber: undefined, authMethods: ['IDCARD'] },
  ...(['approves', 'refuses', 'wrongCode', 'timesOut'] as const).map(
    (scenario, index): SandboxCustomer => ({
      ...PERSON,
      customerId: `cus_lv_${scenario}`,
      country: 'lv',
      nationalIdentityNumber: `3290000000${index}`,
      phoneNumber: undefined,
      userNumber: `9000000${index}`,
      authMethods: ['SMART_ID', 'EPARAKSTS_MOBILE', 'CODE_CALCULATOR'],
      scenario,
    }),
  ),
];

const bank: SignInDeps['bank'] = {
  findCustomerByUserNumber: async (country, number) => CUSTOMERS.find((one) => one.country === country && one.userNumber === number),
  authMethodsOf: (country) =>
    country === 'lv' ? ['SMART_ID', 'EPARAKSTS_MOBILE', 'CODE_CALCULATOR'] : ['SMART_ID', 'MOBILE_ID', 'IDCARD', 'CODE_CALCULATOR'],
  findCustomer: async ({ customerId }) => CUSTOMERS.find((one) => one.customerId === customerId),
  listRoles: async () => [],
  findCustomerByIdentity: async (country, code) => CUSTOMERS.find((one) => one.country === country && one.nationalIdentityNumber === code),
};

interface HandedOver {
  readonly sandboxId: string;
  readonly customerId: string;
  readonly authMethod: string;
  readonly person: string | undefined;
}

/** Registers two more calls: `/test/open` opens the sign-in given to `openNext`, `/test/session` reads the session. */
export function registerSignInHarness(app: FastifyInstance, { platform }: Pick<SignInDeps, 'platform'>) {
  const sca = createSca({ platform, authenticator: createScenarioAuthenticator(platform) });
  const signIn = createSignIn({ platform });
  const handedOver: HandedOver[] = [];
  const next: { input: OpenSignIn; isHandoverRefused: boolean } = { input: AUTHORIZATION, isHandoverRefused: false };
  const deps: SignInDeps = {
    platform,
    bank,
    sca,
    interactions: {
      async complete(_request, _reply, customer) {
        if (next.isHandoverRefused) throw new UiRefusal(410, 'SIGN_IN_UNKNOWN', 'The interaction has ended.');
        handedOver.push(customer);
        return `https://bank.example/resume/${handedOver.length}`;
      },
      deny: async () => 'https://shop.example/callback?error=access_denied',
    },
  };
  registerSignInRoutes(app, deps);
  app.get('/test/open', async (request, reply) => ({ path: await signIn.open(request, reply, next.input) }));
  app.get('/test/session', async (request) => ({
    session: (await signIn.currentSession(request, { touch: request.url.endsWith('touch') })) ?? null,
    browser: signIn.browserSessionHash(request) ?? null,
  }));
  return {
    deps,
    sca,
    handedOver,
    openNext(input: OpenSignIn) {
      next.input = input;
    },
    refuseHandover(isRefused: boolean) {
      next.isHandoverRefused = isRefused;
    },
  };
}

/** A browser with cookies only: it sends each to its own path. */
export class Browser {
  readonly cookies = new Map<string, { name: string; value: string; path: string }>();
  readonly #app: FastifyInstance;
  readonly #headers: Readonly<Record<string, string>>;

  /** `headers` are sent with every call except GET. */
  constructor(app: FastifyInstance, headers: Readonly<Record<string, string>>) {
    this.#app = app;
    this.#headers = headers;
  }

  async send(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) {
    const cookie = [...this.cookies.values()]
      .filter(({ path }) => path === '/' || url === path || url.startsWith(`${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const options: InjectOptions = { method, url, headers: { ...(method === 'GET' ? {} : this.#headers), ...(cookie === '' ? {} : { cookie }) } };
    const call = () => this.#app.inject(body === undefined ? options : { ...options, body: JSON.stringify(body) });
    let response = await call();
    while (response.statusCode === 503 && DATABASE_BUSY.test(response.body)) {
      await delay(BUSY_PAUSE_MS);
      response = await call();
    }
    for (const { name, value, path } of response.cookies) this.cookies.set(`${name} ${path}`, { name, value, path: path ?? '/' });
    return response;
  }

  /** Opens a sign-in in this browser; returns its path. */
  async open(): Promise<string> {
    return (await this.send('GET', '/test/open')).json().path;
  }

  authenticate(path: string, nationalIdentityNumber: string, method = 'SMART_ID') {
    return this.send('POST', `${path}/authentication`, { method, nationalIdentityNumber });
  }

  /** Signs in completely. */
  async signIn(code: string = CODES.mari) {
    const path = await this.open();
    await this.authenticate(path, code);
    return this.send('POST', `${path}/completion`);
  }

  async session() {
    return (await this.send('GET', '/test/session')).json().session;
  }

  cookie(name: string): string | undefined {
    return [...this.cookies.values()].find((cookie) => cookie.name === name)?.value;
  }
}
