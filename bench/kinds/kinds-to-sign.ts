/** The orders that a customer signs, each of one cent to an account at the same bank. */
import { isoDateIn } from '@portico/primitives';

export interface KindToSign {
  readonly name: string;
  /** Path below `/api/v1`. */
  readonly path: string;
  readonly body: () => object;
  readonly page: 'payment' | 'periodic-payment' | 'bulk-payment';
  /** True: the payment is signed in advance, and its cancellation is measured. */
  readonly cancels: boolean;
}

const DAY_MS = 86_400_000;
const inDays = (days: number) => isoDateIn('Europe/Tallinn', new Date(Date.now() + days * DAY_MS));

const PAYEE = {
  instructedAmount: { amount: '0.01', currency: 'EUR' },
  creditorAccount: { iban: 'EE639977200100450817' },
  creditorName: 'Lumen Raamatud OÜ',
};

/** A bulk of ordinary payments, on the requested day. The demo bank's clock may be some days ahead of today. */
export function bulkOf(items: number, daysAhead?: number): KindToSign {
  return {
    name: `a bulk payment of ${items}`,
    path: 'bulk-payments/sepa-credit-transfers',
    body: () => ({
      ...(daysAhead === undefined ? {} : { requestedExecutionDate: inDays(daysAhead) }),
      payments: Array.from({ length: items }, (_, index) => ({ ...PAYEE, endToEndIdentification: `ITEM-${index + 1}` })),
    }),
    page: 'bulk-payment',
    cancels: false,
  };
}

const BULK_ITEMS = 10;
const AHEAD_DAYS = 30;

export const FUTURE_PAYMENT: KindToSign = {
  name: 'a payment for a later day',
  path: 'payments/sepa-credit-transfers',
  body: () => ({ ...PAYEE, requestedExecutionDate: inDays(AHEAD_DAYS) }),
  page: 'payment',
  cancels: false,
};

const PERIODIC: KindToSign = {
  name: 'a periodic payment',
  path: 'periodic-payments/sepa-credit-transfers',
  body: () => ({ ...PAYEE, startDate: inDays(AHEAD_DAYS), frequency: 'Monthly' }),
  page: 'periodic-payment',
  cancels: false,
};

const cancellationOf = (kind: KindToSign): KindToSign => ({ ...kind, name: `the cancellation of ${kind.name}`, cancels: true });

export const KINDS: readonly KindToSign[] = [
  { name: 'an instant payment', path: 'payments/instant-sepa-credit-transfers', body: () => PAYEE, page: 'payment', cancels: false },
  FUTURE_PAYMENT,
  PERIODIC,
  bulkOf(BULK_ITEMS),
  cancellationOf(FUTURE_PAYMENT),
  cancellationOf(PERIODIC),
  cancellationOf(bulkOf(BULK_ITEMS, AHEAD_DAYS)),
];
