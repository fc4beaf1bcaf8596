/** The common part of single, periodic and bulk payments: debtor account, fee, and the conditions of the button. */
import type { PayeeVerificationResult } from '@portico/contract/values';
import type { SigningFlow } from '../../engine/signing-flow.ts';
import { isBulk, isPaid, type PaidSession, type SigningSession } from '../../engine/signing-session.ts';
import type { SigningState } from '../../engine/signing-slice.ts';
import { paidAmount } from './paid-amount.ts';
import { paymentSubmission } from './payment-submission.ts';
import { paymentSums } from './payment-sums.ts';

/** Results with a warning against which the customer may still sign (Regulation (EU) 2024/886 Art. 5c): the button's text says so. */
const WARNED: ReadonlySet<PayeeVerificationResult> = new Set(['CMTC', 'NMTC', 'NOAP']);

export const paidFlow = {
  steps: ['info', 'success'],
  payFrom: {
    namedAccount: (session) => {
      if (!isPaid(session)) return undefined;
      const iban = session.details.debtorAccount?.iban;
      return iban === undefined ? undefined : { iban, currency: paidAmount(session).currency, name: '' };
    },
    needed: (session) => (isPaid(session) ? paidAmount(session) : undefined),
    hasDebtorOptions: (country) => country === 'lt',
    feeQuery: (session, debtorIban) => (isPaid(session) ? { debtorIban, ...paidTo(session), amount: paidAmount(session).amount } : undefined),
  },
  firstChoice: (session) => {
    const iban = isPaid(session) ? (session.submission?.debtorAccountIban ?? session.details.debtorAccount?.iban) : undefined;
    return iban === undefined ? {} : { debtorAccountIban: iban };
  },
  submission: paymentSubmission,
  isReady: (state, today) => {
    const sums = paymentSums(state, today);
    return sums !== undefined && !sums.isShort;
  },
  advisesRefusal: (session) => isPaid(session) && payeesOf(session).some(({ payeeVerification }) => payeeVerification.result === 'NMTC'),
  blockedBy,
} as const satisfies Partial<SigningFlow>;

export function submitLabel(session: SigningSession) {
  return isPaid(session) && hasWarning(session) ? 'signing.signAnywayWith' : 'signing.signWith';
}

function isWarned(result: PayeeVerificationResult): boolean {
  return WARNED.has(result);
}

function hasWarning(session: PaidSession): boolean {
  return payeesOf(session).some(({ payeeVerification }) => isWarned(payeeVerification.result));
}

function payeesOf(session: PaidSession) {
  return isBulk(session) ? session.details.payments : [session.details];
}

/** For a bulk payment its first item, like the currency (specification §9); the bank's fee covers all items. */
function paidTo(session: PaidSession): { creditorIban?: string; info?: string } {
  const payee = isBulk(session) ? session.details.payments[0] : session.details;
  if (payee === undefined) return {};
  const info = payee.remittanceInformationUnstructured ?? payee.remittanceInformationStructured?.reference;
  return { creditorIban: payee.creditorAccount.iban, ...(info === undefined ? {} : { info }) };
}

function blockedBy(state: SigningState) {
  if (state.debtorAccountIban === undefined) return state.accounts === undefined ? 'payment.loadingFee' : undefined;
  return state.balance === undefined || (state.fee === undefined && state.feeRefusal === undefined) ? 'payment.loadingFee' : undefined;
}
