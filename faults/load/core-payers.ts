/** Customers of a bank with its own core, who pay one order after another while Portico and the core are killed. Nothing they read is forgotten. */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Browser,
  type Customer,
  enterSigning,
  jsonOf,
  member,
  obtainToken,
  type PaymentOrder,
  type SigningPage,
  type Tpp,
} from '@portico/testkit';

/** What the customer read of their signature. `unsigned`: they never came to sign. */
type Read = 'unsigned' | 'signed' | 'refused' | 'unknown';

export interface PaidOrder {
  readonly paymentId: string;
  /** Whose token reads its status. */
  readonly nationalIdentityNumber: string;
  readonly product: PaymentOrder['product'];
  readonly cents: number;
  read: Read;
}

interface Payer {
  readonly customer: Customer;
  readonly iban: string;
  readonly payee: { readonly name: string; readonly iban: string };
}

interface Paying {
  readonly tpp: Tpp;
  readonly browse: () => Browser;
  readonly payer: Payer;
  readonly orders: PaidOrder[];
  readonly hasEnded: () => boolean;
}

/** Of a customer who waits before they try again. */
const PAUSE_MS = 200;
/** A repetition answers at the latest when both processes are back, which takes less than a minute. */
const REPEATS_MAX = 600;

/** Ends after the order that is under way when `hasEnded` becomes true. Each attempt that a kill broke begins with a new order. */
export async function payUntil({ tpp, browse, payer, orders, hasEnded }: Paying): Promise<void> {
  let browser = browse();
  let token: string | undefined;
  while (!hasEnded()) {
    try {
      token ??= await obtainToken(browser, tpp, payer.customer);
      await payOnce({ tpp, browser, token, payer, orders });
    } catch {
      // A kill ended the sign-in or the page. A customer then comes again at the application.
      browser = browse();
      token = undefined;
      await delay(PAUSE_MS);
    }
  }
}

async function payOnce({
  tpp,
  browser,
  token,
  payer,
  orders,
}: Omit<Paying, 'browse' | 'hasEnded'> & { readonly browser: Browser; readonly token: string }) {
  const cents = randomInt(1, 10);
  const product = randomInt(3) === 0 ? 'sepa-credit-transfers' : 'instant-sepa-credit-transfers';
  const asked = { product, amount: `0.0${cents}`, creditorName: payer.payee.name, creditorIban: payer.payee.iban } as const;
  const { paymentId, scaRedirect } = await tpp.createPayment(token, asked);
  const { nationalIdentityNumber } = payer.customer;
  const order: PaidOrder = { paymentId, nationalIdentityNumber, product, cents, read: 'unsigned' };
  orders.push(order);
  const page = await enterSigning(browser, scaRedirect, payer.customer);
  await page.choose(payer.iban);
  order.read = 'unknown';
  order.read = await signUntilAnswered(page, payer.iban);
}

/** The page repeats a signature without an answer, as the real page does. */
async function signUntilAnswered(page: SigningPage, iban: string): Promise<Read> {
  for (let turn = 1; turn <= REPEATS_MAX; turn += 1) {
    const answer = await page.sign(iban).catch(() => undefined);
    if (answer?.status === 200) return member(jsonOf(answer), 'transactionStatus') === 'RJCT' ? 'refused' : 'signed';
    if (answer !== undefined && answer.status < 500 && answer.status !== 429) return 'refused';
    await delay(PAUSE_MS);
  }
  return 'unknown';
}
