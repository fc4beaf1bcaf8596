/** The orders that customers sign: single payments, weekly payments whose first run is due at once, and bulk payments. */
import { jsonOf, type Payment, SITE, type Transport, textOf } from '@portico/testkit';

interface Kind {
  readonly page: 'payment' | 'periodic-payment' | 'bulk-payment';
  /** Number of payments in one signature. */
  readonly items: number;
}

export const SINGLE: Kind = { page: 'payment', items: 1 };
const WEEKLY: Kind = { page: 'periodic-payment', items: 1 };
const BULK: Kind = { page: 'bulk-payment', items: 4 };
/** A kind is chosen as often as it occurs in this list. */
export const KINDS = [SINGLE, SINGLE, SINGLE, SINGLE, SINGLE, SINGLE, WEEKLY, WEEKLY, BULK, BULK] as const;

export interface Order {
  readonly kind: Kind;
  readonly product: string;
  /** Amount of each item. */
  readonly cents: number;
  readonly creditorName: string;
  readonly creditorIban: string;
  /** First day of a weekly payment, as an ISO date. */
  readonly startDate: string;
  /** The idempotency key. */
  readonly requestId: string;
}

/** @throws Error when the order is not created. */
export async function createOrder(transport: Transport, token: string, order: Order): Promise<Payment> {
  const { kind, product, requestId } = order;
  const answer = await transport({
    method: 'POST',
    path: `/api/v1/${kind.page}s/${product}`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-request-id': requestId,
      'psu-ip-address': '192.0.2.1',
      'tpp-redirect-uri': `${SITE}/orders/1/paid`,
      'tpp-nok-redirect-uri': `${SITE}/orders/1/not-paid`,
    },
    body: JSON.stringify(bodyOf(order)),
  });
  if (answer.status !== 201) throw new Error(`The ${kind.page} was not created: ${answer.status} ${answer.text}`);
  const body = jsonOf(answer);
  return { paymentId: textOf(body, 'paymentId'), scaRedirect: textOf(body, '_links', 'scaRedirect', 'href') };
}

function bodyOf({ kind, cents, creditorName, creditorIban, startDate }: Order): object {
  const payment = {
    instructedAmount: { amount: `0.0${cents}`, currency: 'EUR' },
    creditorAccount: { iban: creditorIban },
    creditorName,
    remittanceInformationUnstructured: 'Order 1',
  };
  if (kind === BULK) return { payments: Array.from({ length: kind.items }, () => payment) };
  return kind === WEEKLY ? { ...payment, startDate, frequency: 'Weekly' } : payment;
}
