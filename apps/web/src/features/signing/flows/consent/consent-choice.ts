/** Which accounts a consent is about, and with which rights: what the provider named, or what the customer chose of all. */
import type { ConsentAccess, SignConsentBody, SigningSessionOf } from '@portico/contract';
import { EVERY_ACCOUNT_FORMS } from '@portico/contract/values';
import { isConsent } from '../../engine/signing-session.ts';
import type { SigningState } from '../../engine/signing-slice.ts';

export interface ConsentRow {
  readonly iban: string;
  readonly currency: string;
  readonly name: string;
  /** Viewing the account itself is implied by standing here. */
  readonly hasBalance: boolean;
  readonly hasTransactions: boolean;
}

export function rowsOf({ accounts, balances, transactions }: ConsentAccess): ConsentRow[] {
  return accounts.map(({ iban, currency, name }) => ({
    iban,
    currency,
    name,
    hasBalance: balances.some((account) => account.iban === iban && account.currency === currency),
    hasTransactions: transactions.some((account) => account.iban === iban && account.currency === currency),
  }));
}

/** Every account is covered, those opened later included: today's list is not all that is signed. */
export function isEveryAccount({ details }: SigningSessionOf<'consent'>): boolean {
  return EVERY_ACCOUNT_FORMS.has(details.access.form);
}

/** Rights that an account gets when it is opened: those that today's have. */
export function rightsOfLater({ balances, transactions }: ConsentAccess): Pick<ConsentRow, 'hasBalance' | 'hasTransactions'> {
  return { hasBalance: balances.length > 0, hasTransactions: transactions.length > 0 };
}

/** The customer chooses only where the provider named no account, and only until it is signed. */
export function isOpenChoice({ details, state }: SigningSessionOf<'consent'>): boolean {
  return details.access.form === 'bankOffered' && state !== 'signed';
}

/** All that are offered, so that one press is enough; what the customer had chosen before the details were read again stays. */
export function firstChosenIbans(session: SigningSessionOf<'consent'>, earlier: readonly string[] | undefined): string[] | undefined {
  if (!isOpenChoice(session)) return undefined;
  const offered = session.details.access.accounts.map(({ iban }) => iban);
  const running = session.submission?.accounts?.map(({ iban }) => iban);
  return running ?? (earlier === undefined ? offered : offered.filter((iban) => earlier.includes(iban)));
}

/** The rows that are or will be signed. */
export function chosenRows({ session, chosenIbans }: Pick<SigningState, 'session' | 'chosenIbans'>): ConsentRow[] {
  if (session === undefined || !isConsent(session)) return [];
  const rows = rowsOf(session.details.access);
  return chosenIbans === undefined ? rows : rows.filter(({ iban }) => chosenIbans.includes(iban));
}

/** In the order in which they are shown, so that the same choice is always the same body. */
export function consentSubmission(state: SigningState): SignConsentBody | undefined {
  const { session } = state;
  if (session === undefined || !isConsent(session)) return undefined;
  return isOpenChoice(session) ? { accounts: chosenRows(state).map(({ iban }) => ({ iban })) } : {};
}
