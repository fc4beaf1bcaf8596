/**
 * Which payments can be cancelled, and how (Berlin Group NextGenPSD2 1.3.11 §5.6). For an unsigned payment the application's call is enough.
 * For a signed payment the customer must sign the cancellation, until it is too late. One table.
 */
import type { TransactionStatus } from '@portico/contract';
import type { AnyPayment } from '../model/payment.ts';

type Way = 'atOnce' | 'bySignature';
type Obstacle = keyof typeof OBSTACLES;

const CANCELLATIONS: Readonly<Record<TransactionStatus, Way | Obstacle>> = {
  RCVD: 'atOnce',
  PATC: 'bySignature',
  // Until the start of the bank's day of the payment, or of the next run.
  ACTC: 'bySignature',
  ACCP: 'inExecution',
  ACWC: 'inExecution',
  PDNG: 'inExecution',
  ACFC: 'inExecution',
  ACSP: 'inExecution',
  ACSC: 'executed',
  ACWP: 'executed',
  ACCC: 'executed',
  BLCK: 'executed',
  PART: 'executed',
  PRES: 'executed',
  RJCT: 'rejected',
  CANC: 'cancelled',
};

const OBSTACLES = {
  inExecution: 'This payment is being executed and can no longer be cancelled.',
  executed: 'This payment was executed and can no longer be cancelled.',
  rejected: 'This payment was rejected: there is nothing to cancel.',
  cancelled: 'This payment is cancelled already.',
  dayHasCome: "The day of this payment has come: it could be cancelled until the bank's morning of that day.",
  runHasCome: 'The bank is making a payment of this order now. In a moment the later ones can be cancelled.',
} as const;

export type Cancellation = { readonly way: Way } | { readonly way: 'none'; readonly obstacle: string };

/** `now`: tenant time. */
export function cancellationOf(payment: AnyPayment, now: Date): Cancellation {
  const found = CANCELLATIONS[payment.status];
  if (found === 'atOnce') return { way: found };
  if (found !== 'bySignature') return { way: 'none', obstacle: OBSTACLES[found] };
  if (!hasBegun(payment, now)) return { way: found };
  return { way: 'none', obstacle: payment.schedule === undefined ? OBSTACLES.dayHasCome : OBSTACLES.runHasCome };
}

/** A payment that awaits a second signature has not begun. */
function hasBegun({ status, executeAt }: AnyPayment, now: Date): boolean {
  return status === 'ACTC' && executeAt !== undefined && executeAt <= now;
}
