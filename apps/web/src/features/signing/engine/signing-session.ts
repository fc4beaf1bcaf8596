/** The wire's shapes under the engine's names: everything that can be signed; grows by one member per kind. */
import type {
  ConsentSigningResult,
  ConsentSigningSession,
  PaymentSigningResult,
  PaymentSigningSession,
  SignConsentBody,
  SignPaymentBody,
  SignStatementBody,
  StatementSigningResult,
  StatementSigningSession,
} from '@portico/contract';

export type SigningSession = PaymentSigningSession | ConsentSigningSession | StatementSigningSession;
export type SigningResult = PaymentSigningResult | ConsentSigningResult | StatementSigningResult;
export type SigningSubmission = SignPaymentBody | SignConsentBody | SignStatementBody;
