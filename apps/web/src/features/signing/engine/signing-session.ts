/** The wire's shapes under the engine's names: everything that can be signed; grows by one member per kind. */
import type { DebtorDetails, PaymentSigningResult, PaymentSigningSession } from '@portico/contract';

export type SigningSession = PaymentSigningSession;
export type SigningResult = PaymentSigningResult;
export interface SigningSubmission {
  debtorAccountIban: string;
  debtorDetails?: DebtorDetails;
}
