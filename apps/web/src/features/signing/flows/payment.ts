/** A single payment, ordinary or instant. */
import type { PayeeVerificationResult } from '@portico/contract/values';
import type { SigningFlow } from '../engine/signing-flow.ts';
import type { SigningState } from '../engine/signing-slice.ts';
import { PaymentAct } from './payment/payment-act.tsx';
import { PaymentBrief } from './payment/payment-brief.tsx';
import { PaymentDocument } from './payment/payment-document.tsx';
import { PaymentSigned } from './payment/payment-signed.tsx';
import { paymentSums } from './payment/payment-sums.ts';

/** Results after which the customer decides against a warning (Regulation (EU) 2024/886 Art. 5c): the button says so. */
const WARNED: ReadonlySet<PayeeVerificationResult> = new Set(['CMTC', 'NMTC', 'NOAP']);

export const paymentFlow: SigningFlow = {
  modalId: 'signingPayment',
  signingType: 'PAYMENT',
  steps: ['info', 'success'],
  calls: { details: '/ui/payment/details', submit: '/ui/payment', refuse: '/ui/payment' },
  labels: {
    kind: 'payment.kind',
    kindRunning: 'payment.kindRunning',
    done: 'payment.done',
    submit: ({ details }) => (WARNED.has(details.payeeVerification.result) ? 'signing.signAnywayWith' : 'signing.signWith'),
  },
  feeQuery: (details, debtorIban) => ({
    debtorIban,
    creditorIban: details.creditorAccount.iban,
    amount: details.instructedAmount.amount,
    ...(details.remittanceInformationUnstructured === undefined ? {} : { info: details.remittanceInformationUnstructured }),
  }),
  isReady: (state) => {
    const sums = paymentSums(state);
    return sums !== undefined && !sums.isShort;
  },
  blockedBy,
  hasDebtorOptions: (country) => country === 'lt',
  parts: { Document: PaymentDocument, Act: PaymentAct, Signed: PaymentSigned, Brief: PaymentBrief },
};

function blockedBy(state: SigningState) {
  if (state.debtorAccountIban === undefined) return state.accounts === undefined ? 'payment.loadingFee' : undefined;
  return state.balance === undefined || state.fee === undefined ? 'payment.loadingFee' : undefined;
}
