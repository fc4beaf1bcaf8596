/** Checks whether this application may read for this customer now. Returns the consent of `Consent-ID` and its rights. */
import { bankDate } from '#modules/bank/index.ts';
import type { Xs2aCaller } from '#modules/tpp-apps/index.ts';
import { TppRefusal } from '#platform/http/refusal.ts';
import type { AccessDeps } from '../deps.ts';
import type { Consent } from './consent.ts';
import { readOwnConsent } from './consent-grant.ts';

/** `list`: the only right of a consent to the list of accounts. */
export type AccountRight = 'list' | 'account' | 'balances' | 'transactions';

export interface AccountRights {
  readonly mayBalances: boolean;
  readonly mayTransactions: boolean;
}

export interface GrantedConsent {
  readonly consent: Consent;
  /** Tenant time and the bank's calendar date of the query. */
  readonly now: Date;
  readonly today: string;
  /**
   * Undefined: the consent does not cover this account. If it covers all accounts, the bank checks that the account exists and belongs to the
   * customer.
   */
  rightsOf(accountId: string): AccountRights | undefined;
}

const PATH = 'header:Consent-ID';

export async function requireConsent(
  deps: AccessDeps,
  caller: Xs2aCaller,
  consentId: string | undefined,
  right: AccountRight,
): Promise<GrantedConsent> {
  if (consentId === undefined || consentId === '') {
    throw new TppRefusal(400, 'FORMAT_ERROR', 'Send the id of the consent in the header Consent-ID.', { path: PATH });
  }
  const found = await readOwnConsent(deps, caller, consentId);
  if (found === undefined) throw consentUnknown(PATH);
  const { grant: consent, now } = found;
  requireValid(consent);
  if (consent.form === 'listOnly' && right !== 'list') {
    throw refuse('CONSENT_INVALID', 'This consent covers the list of accounts only. Ask for a consent to accounts.');
  }
  return { consent, now, today: bankDate(now, consent.bankCountry), rightsOf: (accountId) => rightsOf(consent, accountId) };
}

/**
 * The same for unknown consents and those of another application. NextGenPSD2 1.3.11 §14.11: 403 for an id in the path, 400 for one in a header,
 * which `header` names.
 */
export function consentUnknown(header?: string): TppRefusal {
  const text = 'There is no such consent of this application for this customer.';
  return new TppRefusal(header === undefined ? 403 : 400, 'CONSENT_UNKNOWN', text, header === undefined ? {} : { path: header });
}

/** @throws TppRefusal 401 CONSENT_INVALID, CONSENT_EXPIRED. */
export function requireValid({ status }: Consent): void {
  switch (status) {
    case 'valid':
      return;
    case 'expired':
      throw refuse(
        'CONSENT_EXPIRED',
        'This consent has ended: its time is over, its one reading was made, or a newer one replaced it. Ask for a new one.',
      );
    case 'received':
    case 'partiallyAuthorised':
      throw refuse('CONSENT_INVALID', 'The customer has not signed this consent yet. Send the customer to scaRedirect.');
    case 'rejected':
      throw refuse('CONSENT_INVALID', 'This consent was not given. Ask for a new one.');
    case 'revokedByPsu':
      throw refuse('CONSENT_INVALID', 'The customer has withdrawn this consent. Ask for a new one.');
    case 'terminatedByTpp':
      throw refuse('CONSENT_INVALID', 'The application has ended this consent. Ask for a new one.');
  }
}

function rightsOf(consent: Consent, accountId: string): AccountRights | undefined {
  if (consent.form === 'global' || consent.form === 'listOnly') {
    return { mayBalances: consent.asksBalances, mayTransactions: consent.asksTransactions };
  }
  return consent.accounts.find((account) => account.accountId === accountId);
}

/** RFC 9110 §15.5.2: a 401 names the scheme. */
function refuse(code: 'CONSENT_INVALID' | 'CONSENT_EXPIRED', text: string): TppRefusal {
  return new TppRefusal(401, code, text, { path: PATH, headers: { 'www-authenticate': 'Bearer realm="psd2"' } });
}
