/** Why a signed payment was not made, for the pages: the texts of a rejection are for applications and have one language. */
import type { NotPaidReason } from '@portico/contract/values';
import { CO_REFUSED, CO_SIGN_EXPIRED } from './co-sign/record-decision.ts';
import type { AnyPayment } from './payment.ts';
import { ACCOUNT_NOT_DEBITED, INSTANT_UNREACHABLE } from './to-rejection.ts';

/** By the text, which is stored with the payment: several causes share a code. */
const BY_TEXT: ReadonlyMap<string, NotPaidReason> = new Map([
  [INSTANT_UNREACHABLE.text, 'instantUnreachable'],
  [ACCOUNT_NOT_DEBITED.text, 'accountUnavailable'],
  [CO_REFUSED.text, 'coSignerRefused'],
  [CO_SIGN_EXPIRED.text, 'notSignedInTime'],
]);

/** Undefined where the payment was not signed, or was not rejected. */
export function notPaidReason({ status, signature, rejection }: Pick<AnyPayment, 'status' | 'signature' | 'rejection'>): NotPaidReason | undefined {
  if (status !== 'RJCT' || signature === undefined) return undefined;
  if (rejection?.code === 'FUNDS_NOT_AVAILABLE') return 'fundsNotAvailable';
  return BY_TEXT.get(rejection?.text ?? '') ?? 'bankRefused';
}
