/** A single payment, ordinary or instant. */
import type { FeeQuery } from '@portico/contract';
import type { PayeeVerificationResult } from '@portico/contract/values';
import type { SigningFlow } from '../engine/signing-flow.ts';
import { labelsOf } from '../engine/signing-labels.ts';
import type { SigningSession } from '../engine/signing-session.ts';
import type { SigningState } from '../engine/signing-slice.ts';
import { PaymentAct } from './payment/payment-act.tsx';
import { PaymentBrief } from './payment/payment-brief.tsx';
import { PaymentDocument } from './payment/payment-document.tsx';
import { isPayment } from './payment/payment-session.ts';
import { PaymentSigned } from './payment/payment-signed.tsx';
import { paymentSubmission } from './payment/payment-submission.ts';
import { paymentSums } from './payment/payment-sums.ts';

/** Results after which the customer decides against a warning (Regulation (EU) 2024/886 Art. 5c): the button says so. */
const WARNED: ReadonlySet<PayeeVerificationResult> = new Set(['CMTC', 'NMTC', 'NOAP']);

export const paymentFlow: SigningFlow = {
  modalId: 'signingPayment',
  signingType: 'PAYMENT',
  steps: ['info', 'success'],
  calls: { details: '/ui/payment/details', submit: '/ui/payment', refuse: '/ui/payment' },
  labels: {
    ...labelsOf('payment'),
    submit: (session) => (isWarned(session) ? 'signing.signAnywayWith' : 'signing.signWith'),
  },
  payFrom: {
    namedAccount: (session) => {
      const iban = isPayment(session) ? session.details.debtorAccount?.iban : undefined;
      return isPayment(session) && iban !== undefined ? { iban, currency: session.details.instructedAmount.currency, name: '' } : undefined;
    },
    feeQuery,
    hasDebtorOptions: (country) => country === 'lt',
  },
  firstChoice: (session) => {
    const iban = isPayment(session) ? (session.submission?.debtorAccountIban ?? session.details.debtorAccount?.iban) : undefined;
    return iban === undefined ? {} : { debtorAccountIban: iban };
  },
  submission: paymentSubmission,
  isReady: (state) => {
    const sums = paymentSums(state);
    return sums !== undefined && !sums.isShort;
  },
  blockedBy,
  parts: { Document: PaymentDocument, Act: PaymentAct, Signed: PaymentSigned, Brief: PaymentBrief },
};

function isWarned(session: SigningSession): boolean {
  return isPayment(session) && WARNED.has(session.details.payeeVerification.result);
}

function feeQuery(session: SigningSession, debtorIban: string): FeeQuery | undefined {
  if (!isPayment(session)) return undefined;
  const { creditorAccount, instructedAmount, remittanceInformationUnstructured: info } = session.details;
  return { debtorIban, creditorIban: creditorAccount.iban, amount: instructedAmount.amount, ...(info === undefined ? {} : { info }) };
}

function blockedBy(state: SigningState) {
  if (state.debtorAccountIban === undefined) return state.accounts === undefined ? 'payment.loadingFee' : undefined;
  return state.balance === undefined || state.fee === undefined ? 'payment.loadingFee' : undefined;
}
