/** Examples by operation. Tests send them to a running server and compare the responses with their schemas. */
import { ACCOUNT_EXAMPLES } from './account-examples.ts';
import { BULK_PAYMENT_EXAMPLES } from './bulk-payment-examples.ts';
import { CONSENT_EXAMPLES } from './consent-examples.ts';
import type { OperationExamples } from './example.ts';
import { FALLBACK_EXAMPLES } from './fallback-examples.ts';
import { FUNDS_EXAMPLES } from './funds-examples.ts';
import { OAUTH_EXAMPLES } from './oauth-examples.ts';
import { PAYEE_VERIFICATION_EXAMPLES } from './payee-verification-examples.ts';
import { PAYMENT_EXAMPLES } from './payment-examples.ts';
import { PERIODIC_PAYMENT_EXAMPLES } from './periodic-payment-examples.ts';
import { SANDBOX_EXAMPLES } from './sandbox-examples.ts';
import { SANDBOX_MANAGEMENT_EXAMPLES } from './sandbox-management-examples.ts';
import { STATEMENT_EXAMPLES } from './statement-examples.ts';

export const EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  ...OAUTH_EXAMPLES,
  ...CONSENT_EXAMPLES,
  ...ACCOUNT_EXAMPLES,
  ...STATEMENT_EXAMPLES,
  ...PAYMENT_EXAMPLES,
  ...PERIODIC_PAYMENT_EXAMPLES,
  ...BULK_PAYMENT_EXAMPLES,
  ...FUNDS_EXAMPLES,
  ...PAYEE_VERIFICATION_EXAMPLES,
  ...SANDBOX_EXAMPLES,
  ...SANDBOX_MANAGEMENT_EXAMPLES,
  ...FALLBACK_EXAMPLES,
};
