/** Recorded responses of the signing calls, with changes by the test. */
import type { PaymentDetails, SigningSessionOf } from '@portico/contract';
import accountBalance from '@portico/contract/recorded/account-balance';
import accountList from '@portico/contract/recorded/account-list';
import customerDetails from '@portico/contract/recorded/customer-details';
import detailsOpen from '@portico/contract/recorded/payment-details-open';
import detailsSigned from '@portico/contract/recorded/payment-details-signed';
import detailsSigning from '@portico/contract/recorded/payment-details-signing';
import paymentFee from '@portico/contract/recorded/payment-fee';
import paymentSigned from '@portico/contract/recorded/payment-signed';
import type { SigningKind } from '@portico/contract/values';
import { isAccountBalance, isAccounts, isDebtorDetails, isPaymentFee, isSigningResult, isSigningSession } from '../../../shared/api/answers.ts';
import { recordedBody } from '../../../shared/api/fake-server.ts';

/** True when a recorded response is a session of this kind. */
export function isSessionOf<Kind extends SigningKind>(kind: Kind) {
  return (value: unknown): value is SigningSessionOf<Kind> => isSigningSession(value) && value.kind === kind;
}

const isPaymentSession = isSessionOf('payment');
const recordedSession = recordedBody(detailsOpen, isPaymentSession);
export const signedSession = recordedBody(detailsSigned, isPaymentSession);
export const runningSession = recordedBody(detailsSigning, isPaymentSession);
export const signedResult = recordedBody(paymentSigned, isSigningResult);
export const SUCCESS_URL = recordedSession.tppSuccessUrl;
export const FAILURE_URL = recordedSession.tppFailureUrl;

export const accounts = recordedBody(accountList, isAccounts);
const [first, second] = accounts;
if (first === undefined || second === undefined) throw new Error('the recorded customer has too few accounts');
export const everydayAccount = first;
export const savingsAccount = second;
export const balance = recordedBody(accountBalance, isAccountBalance);
export const fee = recordedBody(paymentFee, isPaymentFee);
export const customer = recordedBody(customerDetails, isDebtorDetails);

export function paymentDetails(changes: Partial<PaymentDetails> = {}): PaymentDetails {
  return { ...recordedSession.details, ...changes };
}

export function paymentSession(changes: Partial<SigningSessionOf<'payment'>> = {}): SigningSessionOf<'payment'> {
  return { ...recordedSession, ...changes };
}
