/** One customer of the seed signs one thing of each kind, as an application and he do it: asked on the API, entered and signed on the page. */
import type { PaymentKind, SigningKind } from '@portico/contract';
import { type Browser, enterSigning, jsonOf, obtainToken, textOf } from '@portico/testkit';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { overInject } from '../../../src/testing/over-inject.ts';
import type { House, HouseCustomer } from '../open-house.ts';
import { THINGS } from '../things-to-sign.ts';

export interface Signed {
  readonly kind: SigningKind;
  readonly receiptId: string;
  /** Of the payment, consent or statement. */
  readonly resourceId: string;
}

export interface Signer {
  readonly browser: Browser;
  readonly customer: HouseCustomer;
  /** Answers a page that is entered and not signed yet. */
  enter(
    path: string,
    body: object,
    kind: PaymentKind,
  ): Promise<{ readonly resourceId: string; readonly receiptId: string; readonly iban: string; sign(): Promise<Signed>; refuse(): Promise<void> }>;
  pay(path: string, body: object, kind?: PaymentKind): Promise<Signed>;
  cancel(path: string, resourceId: string, kind: PaymentKind): Promise<Signed>;
  confirm(kind: SigningKind): Promise<Signed>;
}

/** To an account that the sandbox bank knows. */
export function orderOf(amount: string, changes: object = {}): object {
  const { name, iban } = PAYEES.lumenBooks;
  return { instructedAmount: { amount, currency: 'EUR' }, creditorName: name, creditorAccount: { iban }, ...changes };
}

export async function openSigner(house: House, customer: HouseCustomer = house.customers[0], locale?: string): Promise<Signer> {
  const browser = house.browse();
  const login = { ...customer, locale };
  const token = await obtainToken(browser, house.tpp, login);

  async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const headers = {
      authorization: `Bearer ${token}`,
      'x-request-id': crypto.randomUUID(),
      'psu-ip-address': '192.0.2.7',
      'tpp-redirect-uri': 'http://127.0.0.1:3001/back',
      ...(locale === undefined ? {} : { 'accept-language': locale }),
    };
    const answer = await overInject(
      house.portico.app,
      house.config.publicUrl,
    )({
      method,
      path: `/api/v1/${path}`,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return jsonOf(answer);
  }

  async function enterAs(asked: unknown, kind: SigningKind, resourceId: string) {
    const page = await enterSigning(browser, textOf(asked, '_links', 'scaRedirect', 'href'), login, kind);
    const receiptId = textOf(page.details, 'receiptId');
    const [iban = ''] = await page.ibans();
    await page.choose(iban);
    return {
      resourceId,
      receiptId,
      iban,
      async sign(): Promise<Signed> {
        const answer = await page.sign(iban);
        if (answer.status !== 200) throw new Error(`${kind}: ${answer.status} ${answer.text}`);
        return { kind, receiptId, resourceId };
      },
      refuse: async () => void (await page.refuse()),
    };
  }

  async function enter(path: string, body: object, kind: PaymentKind) {
    const created = await call('POST', path, body);
    return enterAs(created, kind, textOf(created, 'paymentId'));
  }

  /** What the customer only confirms. */
  async function confirm(kind: SigningKind): Promise<Signed> {
    const { path, idField, body, submission } = THINGS[kind];
    const iban = textOf(await call('GET', 'account-list'), 'accounts', '0', 'iban');
    const created = await call('POST', path.slice(1), body(iban));
    const page = await enterSigning(browser, textOf(created, '_links', 'scaRedirect', 'href'), login, kind);
    const answer = await page.submit(submission(iban));
    if (answer.status !== 200) throw new Error(`${kind}: ${answer.status} ${answer.text}`);
    return { kind, receiptId: textOf(page.details, 'receiptId'), resourceId: textOf(created, idField) };
  }

  return {
    browser,
    customer,
    enter,
    pay: async (path, body, kind = 'payment') => (await enter(path, body, kind)).sign(),
    cancel: async (path, resourceId, kind) =>
      (await enterAs(await call('DELETE', `${path}/${resourceId}`), `${kind}-cancellation`, resourceId)).sign(),
    confirm,
  };
}
