/** The result of a signature by the status from the server, and its texts. */
import type { UnpaidRun } from '@portico/contract';
import type { NotPaidReason, SignedResult, TransactionStatus } from '@portico/contract/values';
import { signedResult } from '@portico/contract/values';
import type { SigningKey } from '../messages.ts';
import type { SigningFlow } from './signing-flow.ts';
import { isPaid, type SigningSession, statusOf } from './signing-session.ts';

/** Titles of results other than success; each has a second key, `….next`, for the next step. */
type ResultTitle = `signing.result.${NotPaidReason | 'cancelled' | 'blocked' | 'partly' | 'notCancelled' | 'noAccess'}`;

export interface ResultWords {
  readonly title: ResultTitle & SigningKey;
  readonly next: `${ResultTitle}.next` & SigningKey;
}

/** An unknown status does not count as success: the page refers to the receipt. */
export function resultOf(session: SigningSession): SignedResult {
  return unpaidRunOf(session) === undefined ? (signedResult(session.kind, statusOf(session)) ?? 'waiting') : 'partly';
}

/** The failed run of a periodic payment that is otherwise active. Undefined for a periodic payment that failed, and for a cancellation. */
export function unpaidRunOf({ kind, state, details }: SigningSession): UnpaidRun | undefined {
  if (kind !== 'periodic-payment' || state !== 'signed') return undefined;
  return signedResult(kind, details.transactionStatus) === 'failure' ? undefined : details.unpaidRun;
}

/** Texts about a failed run: the reason, what to do, and whether later runs follow. */
export function unpaidRunWords({ notPaidReason }: UnpaidRun, status: string): readonly SigningKey[] {
  const goesOn: SigningKey = GOES_ON.get(notPaidReason) ?? 'periodic.unpaid.goesOn';
  const follows = signedResult('periodic-payment', status) === 'success' ? 'periodic.unpaid.over' : goesOn;
  return [`signing.result.${notPaidReason}`, 'periodic.unpaid.next', follows];
}

const GOES_ON: ReadonlyMap<NotPaidReason, SigningKey> = new Map([
  ['fundsNotAvailable', 'periodic.unpaid.goesOn.fundsNotAvailable'],
  ['accountUnavailable', 'periodic.unpaid.goesOn.accountUnavailable'],
  ['accountBlocked', 'periodic.unpaid.goesOn.accountUnavailable'],
  ['instantUnreachable', 'periodic.unpaid.goesOn.instantUnreachable'],
]);

/** The largest line after the signature of a payment or bulk payment that did not fail. `today`: `YYYY-MM-DD` at the bank. */
export function paidLine(session: SigningSession, today: string): SigningKey | undefined {
  if (session.kind !== 'payment' && session.kind !== 'bulk-payment') return undefined;
  const { transactionStatus, requestedExecutionDate } = session.details;
  if (transactionStatus === 'PATC') return 'payment.result.secondSignature';
  if (transactionStatus === 'ACCC' || transactionStatus === 'ACSC') return 'payment.result.paid';
  if (requestedExecutionDate > today) return 'payment.result.willBePaid';
  return resultOf(session) === 'success' ? 'payment.status.accepted' : undefined;
}

/** Only for `partly` and `failure`. */
export function resultWords({ labels }: SigningFlow, status: string, reason: NotPaidReason | undefined): ResultWords {
  const title: ResultTitle = labels.failed ?? NOT_REJECTED.get(status) ?? `signing.result.${reason ?? 'bankRefused'}`;
  return { title, next: `${title}.next` };
}

const NOT_REJECTED: ReadonlyMap<string, ResultTitle> = new Map<TransactionStatus, ResultTitle>([
  ['PART', 'signing.result.partly'],
  ['CANC', 'signing.result.cancelled'],
  ['BLCK', 'signing.result.blocked'],
]);

export function notPaidReasonOf(session: SigningSession): NotPaidReason | undefined {
  return isPaid(session) ? session.details.notPaidReason : undefined;
}
