/**
 * What applications can call, section by section: the words of the documents. Schemas are the routes' own and stand nowhere else;
 * refusals stand in `errors/`, by operation. A call that is registered and has no row here, or the other way round, fails a test.
 */
import { withMaintenance } from './errors/maintenance-errors.ts';
import { withRoles } from './errors/role-errors.ts';
import type { Section } from './operation.ts';
import { ACCOUNTS } from './operations/accounts.ts';
import { CONSENTS } from './operations/consents.ts';
import { FUNDS_CONFIRMATIONS } from './operations/funds-confirmations.ts';
import { LOGIN, OAUTH2 } from './operations/oauth.ts';
import { BULK_PAYMENTS, PAYMENTS, PERIODIC_PAYMENTS } from './operations/payments.ts';
import { SANDBOX } from './operations/sandbox.ts';
import { STATEMENTS } from './operations/statements.ts';

const SECTIONS: readonly Section[] = [
  LOGIN,
  OAUTH2,
  CONSENTS,
  ACCOUNTS,
  STATEMENTS,
  PAYMENTS,
  PERIODIC_PAYMENTS,
  BULK_PAYMENTS,
  FUNDS_CONFIRMATIONS,
  SANDBOX,
];

export const XS2A_SECTIONS = SECTIONS.map((section) => withRoles(withMaintenance(section, 'SERVICE_UNAVAILABLE'), 'xs2a'));
