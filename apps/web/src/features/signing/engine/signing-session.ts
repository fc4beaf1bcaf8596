/** The wire's shapes under the engine's names: everything that can be signed; grows by one member per kind. */
import type {
  ConsentSigningResult,
  ConsentSigningSession,
  PaymentSigningResult,
  PaymentSigningSession,
  SignConsentBody,
  SignPaymentBody,
} from '@portico/contract';

export type SigningSession = PaymentSigningSession | ConsentSigningSession;
export type SigningResult = PaymentSigningResult | ConsentSigningResult;
export type SigningSubmission = SignPaymentBody | SignConsentBody;
