/** The wire's shapes under the engine's names: everything that can be signed; grows by one member per kind. */
import type {
  BulkPaymentSigningSession,
  ConsentSigningResult,
  ConsentSigningSession,
  PaymentSigningResult,
  PaymentSigningSession,
  PeriodicPaymentSigningSession,
  SignConsentBody,
  SignPaymentBody,
  SignStatementBody,
  StatementSigningResult,
  StatementSigningSession,
} from '@portico/contract';

export type SigningSession =
  | PaymentSigningSession
  | PeriodicPaymentSigningSession
  | BulkPaymentSigningSession
  | ConsentSigningSession
  | StatementSigningSession;
export type SigningResult = PaymentSigningResult | ConsentSigningResult | StatementSigningResult;
export type SigningSubmission = SignPaymentBody | SignConsentBody | SignStatementBody;
