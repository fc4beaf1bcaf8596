/** A developer's company and its co-signer, over the whole composition: payments with their first signature, and the co-signer's browser. */
import type { PaymentKind, TokenUser } from '@portico/contract';
import { type Browser, jsonOf, member, openBrowser, signInAtBank, textOf, type WireAnswer } from '@portico/testkit';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { openPayersHouse, type PayersHouse } from './open-payers-house.ts';

type Product = 'instant-sepa-credit-transfers' | 'sepa-credit-transfers';

interface CoSignersBrowser {
  readonly browser: Browser;
  list(after?: string): Promise<WireAnswer>;
  /** `rest`: what follows the payment's address, e.g. `/signature`. */
  send(method: 'GET' | 'POST', paymentId: string, rest?: string, body?: object): Promise<WireAnswer>;
  /** Asks the device, which answers as its scenario says, and hands in the signature. */
  sign(paymentId: string): Promise<WireAnswer>;
}

interface SignedOnce {
  readonly paymentId: string;
  /** Path of the payment in the API. */
  readonly self: string;
  readonly iban: string;
  /** Answer of the first signature. */
  readonly signed: unknown;
  /** What the application reads; `rest` e.g. `/status`. */
  read(rest?: string): Promise<unknown>;
  /** The application asks to cancel, and whoever signed first signs that. */
  cancel(): Promise<WireAnswer>;
  status(): Promise<string>;
  row(): Promise<Readonly<Record<string, unknown>>>;
  moves(): Promise<readonly string[]>;
  money(): Promise<readonly unknown[]>;
  events(): Promise<readonly string[]>;
}

export interface CompanyHouse extends Omit<PayersHouse, 'play'> {
  readonly company: TokenUser;
  /** What the company's customer is played by. */
  play(scenario: string): Promise<void>;
  signOnce(amount: string, product?: Product): Promise<SignedOnce>;
  /** `path`: service and product, e.g. `bulk-payments/sepa-credit-transfers`. */
  signOnceOf(kind: PaymentKind, path: string, body: object): Promise<SignedOnce>;
  /** A new browser in which `code` is signed in at `/bank/to-sign`; default: the company's co-signer. */
  coSigner(code?: string, country?: string): Promise<CoSignersBrowser>;
}

export async function openCompanyHouse(developer: string, country = 'ee'): Promise<CompanyHouse> {
  const house = await openPayersHouse(developer);
  const company = await house.choose(country, 'company');
  const browse = () => openBrowser(overInject(house.app, house.config.publicUrl), house.config.publicUrl);
  const rows = async (text: string, value: string) => (await house.database.query(text, [value])).rows;

  async function signOnceOf(kind: PaymentKind, path: string, body: object): Promise<SignedOnce> {
    const created = await house.tpp('POST', `/api/v1/${path}`, { body });
    if (created.status !== 201) throw new Error(created.text);
    const paymentId = textOf(created.body, 'paymentId');
    const { page } = await house.enter(company, created, kind);
    const [iban = ''] = await page.ibans();
    await page.choose(iban);
    const answer = await page.sign(iban);
    if (answer.status !== 200) throw new Error(answer.text);
    const self = `/api/v1/${path}/${paymentId}`;
    return {
      paymentId,
      self,
      iban,
      signed: jsonOf(answer),
      read: async (rest = '') => (await house.tpp('GET', `${self}${rest}`)).body,
      async cancel() {
        const asked = await house.tpp('DELETE', self);
        return (await house.enter(company, asked, `${kind}-cancellation`)).page.sign(iban);
      },
      status: async () => textOf((await rows('select status from payment where payment_id = $1', paymentId))[0], 'status'),
      row: async () => Object(await rows('select * from payment where payment_id = $1', paymentId).then(([row]) => row)),
      moves: async () =>
        (await rows('select status from payment_status_change where payment_id = $1 order by position', paymentId)).map((row) =>
          textOf(row, 'status'),
        ),
      money: () => rows('select balance_cents, held_cents from account_balance join account on account.id = account_id where iban = $1', iban),
      events: async () =>
        (await rows('select event from audit_entry where chain = $1 order by position', `payment:${paymentId}`)).map((row) => textOf(row, 'event')),
    };
  }

  return {
    ...house,
    company,
    play: (scenario) => house.play(company, scenario),
    signOnce: (amount, product = 'instant-sepa-credit-transfers') => signOnceOf('payment', `payments/${product}`, orderBody(amount)),
    signOnceOf,
    async coSigner(code = company.coSigner?.nationalIdentityNumber ?? '', at = country) {
      const browser = browse();
      const opened = await browser.send('POST', '/bank/sign-in', { body: { bankCountry: at, returnTo: '/bank/to-sign' } });
      const way = await signInAtBank(browser, textOf(jsonOf(opened), 'location'), { country: at, nationalIdentityNumber: code, method: 'SMART_ID' });
      if (way !== '/bank/to-sign') throw new Error(`The sign-in led to ${way}.`);
      const pathOf = (paymentId: string, rest = '') => `/bank/to-sign/payments/${paymentId}${rest}`;
      const send: CoSignersBrowser['send'] = (method, paymentId, rest, body) =>
        browser.send(method, pathOf(paymentId, rest), body === undefined ? {} : { body });
      return {
        browser,
        list: (after) => browser.send('GET', `/bank/to-sign/payments${after === undefined ? '' : `?after=${after}`}`),
        send,
        async sign(paymentId) {
          const asked = await send('POST', paymentId, '/challenge');
          if (asked.status !== 200) return asked;
          while (member(jsonOf(await send('GET', paymentId, '/challenge')), 'state') === 'started');
          return send('POST', paymentId, '/signature');
        },
      };
    },
  };
}

/** To a payee that the sandbox bank knows. */
export function orderBody(amount: string) {
  const { name, iban } = PAYEES.lumenBooks;
  return { instructedAmount: { amount, currency: 'EUR' }, creditorName: name, creditorAccount: { iban } };
}
