/** The shop before a scripted bank, and one browser that uses its money overview. */
import type { FastifyInstance } from 'fastify';
import { buildSite } from '../build-site.ts';
import { createScriptedBank, ISSUER, ORIGIN, type ScriptedBank, SETTINGS } from './scripted-bank.ts';

export const MAIN = { iban: 'EE869800100045081764', currency: 'EUR', name: 'Everyday <b>account</b>' };
export const SAVINGS = { iban: 'EE639977200100450817', currency: 'EUR', name: 'Savings' };
export const CONNECT = { bank: 'ee', access: 'bankOffered', time: 'long' };

/** Where the bank sends customers to sign. */
export const SCA_REDIRECT = `${ORIGIN}/bank/sca/canary-ref`;

export const MOVEMENTS = {
  account: { iban: MAIN.iban, currency: 'EUR' },
  transactions: {
    pending: [{ transactionAmount: { amount: '-3.00', currency: 'EUR' }, creditorName: 'Kiosk' }],
    booked: [
      { bookingDate: '2026-11-20', transactionAmount: { amount: '-46.80', currency: 'EUR' }, creditorName: 'Bookshop' },
      { bookingDate: '2026-11-19', transactionAmount: { amount: '2500.00', currency: 'EUR' }, debtorName: 'Employer' },
    ],
    _links: { next: { href: `${ORIGIN}/api/v1/accounts/acc_1/transactions?bookingStatus=both&cursor=opaque%2B1` } },
  },
};

type Form = string | Buffer<ArrayBuffer> | Readonly<Record<string, string>>;

interface Shown {
  readonly status: number;
  readonly page: string;
  readonly location: string;
}

export interface MoneySite {
  readonly bank: ScriptedBank;
  /** The browser's cookie; another value is another browser. */
  cookie: string;
  /** The shop's clock, milliseconds. */
  now: number;
  send(method: 'GET' | 'POST', url: string, form?: Form, headers?: Readonly<Record<string, string>>): Promise<Shown>;
  /** Through the bank's sign-in and back. */
  signIn(location: string): Promise<Shown>;
  /** The connection's path, once the customer stands before the signing page. */
  connect(change?: Readonly<Record<string, string>>): Promise<string>;
  /** What the bank answers where the path ends so. */
  answer(ending: string, body: object, status?: number): void;
  refuse(ending: string, status: number, code: string): void;
  /** The newest request to a path with this end. */
  request(ending: string, method?: string): ScriptedBank['requests'][number] | undefined;
  close(): Promise<void>;
}

export async function openMoneySite(): Promise<MoneySite> {
  const bank = createScriptedBank();
  const site: FastifyInstance = await buildSite(SETTINGS, { send: bank.send, now: () => shop.now });
  const shop: MoneySite = {
    bank,
    cookie: '',
    now: Date.now(),
    async send(method, url, form = {}, headers = {}) {
      const payload = typeof form === 'string' || Buffer.isBuffer(form) ? form : new URLSearchParams(form).toString();
      const response = await site.inject({
        method,
        url,
        headers: { cookie: shop.cookie, ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}), ...headers },
        ...(method === 'POST' ? { payload } : {}),
      });
      const [set] = response.cookies;
      if (set !== undefined) shop.cookie = `${set.name}=${set.value}`;
      return { status: response.statusCode, page: response.body, location: String(response.headers.location ?? '') };
    },
    async signIn(location) {
      const asked = new URL(location).searchParams;
      bank.nonce = asked.get('nonce') ?? '';
      return shop.send('GET', `/callback?code=canary-code-1&state=${asked.get('state')}&iss=${encodeURIComponent(ISSUER)}`);
    },
    async connect(change = {}) {
      const { location } = await shop.send('POST', '/money/connect', { ...CONNECT, ...change });
      const back = await shop.signIn(location);
      if (back.location !== SCA_REDIRECT) throw new Error(`the customer was not sent to the bank: ${back.page}`);
      return new URL(shop.request('/v1/consents', 'POST')?.headers.get('tpp-redirect-uri') ?? '').pathname;
    },
    answer: (ending, body, status = 200) => void bank.instead.set(ending, () => Response.json(body, { status })),
    refuse: (ending, status, code) => shop.answer(ending, { tppMessages: [{ category: 'ERROR', code, text: 'In the bank’s words.' }] }, status),
    request: (ending, method) =>
      bank.requests.findLast(({ url, method: sent }) => new URL(url).pathname.endsWith(ending) && (method ?? sent) === sent),
    close: () => site.close(),
  };
  answerAsUsual(shop);
  return shop;
}

function answerAsUsual(shop: MoneySite): void {
  const account = (resourceId: string, { iban, currency, name }: typeof MAIN, available: string, hasTransactions: boolean) => ({
    resourceId,
    iban,
    currency,
    name,
    balances: [
      { balanceType: 'interimBooked', balanceAmount: { amount: '9999.00', currency } },
      { balanceType: 'interimAvailable', balanceAmount: { amount: available, currency } },
    ],
    _links: hasTransactions ? { transactions: { href: '/t' } } : {},
  });
  shop.answer('/account-list', { accounts: [MAIN, SAVINGS] });
  shop.answer('/v1/consents', { consentStatus: 'received', consentId: 'con_1', _links: { scaRedirect: { href: SCA_REDIRECT } } }, 201);
  shop.answer('/consents/con_1', { consentStatus: 'valid', validUntil: '2027-05-19' });
  shop.answer('/accounts', { accounts: [account('acc_1', MAIN, '1234.50', true), account('acc_2', SAVINGS, '-0.50', false)] });
  shop.answer('/transactions', MOVEMENTS);
}
