/** Checks whether this application may read for this customer now. Returns the signed statement and its scope. */
import type { Xs2aCaller } from '#modules/tpp-apps/index.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import type { AccessDeps } from '../deps.ts';
import type { Statement, StatementScope } from './statement.ts';
import { readOwnStatement } from './statement-grant.ts';

export type GrantedStatement = StatementScope & { readonly statementId: string };

/** @throws TppRefusal 403 CONSENT_UNKNOWN; 401 CONSENT_INVALID, CONSENT_EXPIRED. */
export async function requireStatement(deps: AccessDeps, caller: Xs2aCaller, statementId: string): Promise<GrantedStatement> {
  const statement = await readOwnStatement(deps, caller, statementId);
  if (statement === undefined) throw statementUnknown();
  requireValid(statement);
  return statement;
}

/**
 * The same for unknown statements and those of another application. A statement is a kind of consent, so it uses a consent's error codes
 * (NextGenPSD2 1.3.11 §14.11).
 */
export function statementUnknown(): TppRefusal {
  return new TppRefusal(403, 'CONSENT_UNKNOWN', 'There is no such transactions statement of this application for this customer.');
}

function requireValid({ status }: Statement): void {
  switch (status) {
    case 'valid':
      return;
    case 'expired':
      throw refuse('CONSENT_EXPIRED', 'The time for reading this statement is over. Ask for a new one.');
    case 'received':
      throw refuse('CONSENT_INVALID', 'The customer has not signed this statement yet. Send the customer to scaRedirect.');
    case 'rejected':
      throw refuse('CONSENT_INVALID', 'This statement was not given. Ask for a new one.');
    case 'terminatedByTpp':
      throw refuse('CONSENT_INVALID', 'The application has ended this statement. Ask for a new one.');
  }
}

/** RFC 9110 §15.5.2: a 401 names the scheme. */
function refuse(code: 'CONSENT_INVALID' | 'CONSENT_EXPIRED', text: string): TppRefusal {
  return new TppRefusal(401, code, text, { headers: { 'www-authenticate': 'Bearer realm="psd2"' } });
}
