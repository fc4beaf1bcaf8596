/**
 * The operations that applications can call, by section: the texts of the documents. Schemas come from the routes, and errors from `errors/`.
 * A test fails when a registered route has no row here, or a row has no route.
 */
import { withIdentity } from './errors/identity-errors.ts';
import { withMaintenance } from './errors/maintenance-errors.ts';
import { withRoles } from './errors/role-errors.ts';
import type { Section } from './operation.ts';
import { ACCOUNTS } from './operations/accounts.ts';
import { CONSENTS } from './operations/consents.ts';
import { FUNDS_CONFIRMATIONS } from './operations/funds-confirmations.ts';
import { LOGIN, OAUTH2 } from './operations/oauth.ts';
import { PAYEE_VERIFICATIONS } from './operations/payee-verifications.ts';
import { BULK_PAYMENTS, PAYMENTS, PERIODIC_PAYMENTS } from './operations/payments.ts';
import { SANDBOX } from './operations/sandbox.ts';
import { STATEMENTS } from './operations/statements.ts';

const SECTIONS: readonly Section[] = [
  ...[
    LOGIN,
    OAUTH2,
    CONSENTS,
    ACCOUNTS,
    STATEMENTS,
    PAYMENTS,
    PERIODIC_PAYMENTS,
    BULK_PAYMENTS,
    FUNDS_CONFIRMATIONS,
    PAYEE_VERIFICATIONS,
    SANDBOX,
  ].map(withIdentity),
];

export const XS2A_SECTIONS = SECTIONS.map((section) => withRoles(withMaintenance(section, 'SERVICE_UNAVAILABLE'), 'xs2a'));
