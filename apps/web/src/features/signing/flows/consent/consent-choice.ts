/** The accounts and rights of a consent: those that the provider named, or those that the customer chose. */
import type { ConsentAccess, SignConsentBody, SigningSessionOf } from '@portico/contract';
import { EVERY_ACCOUNT_FORMS } from '@portico/contract/values';
import type { SigningState } from '../../engine/signing-slice.ts';

export interface ConsentRow {
  readonly iban: string;
  readonly currency: string;
  readonly name: string;
  /** The right to see the account itself is implied. */
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

/** The consent covers every account, including those opened later, so the present list is not complete. */
export function isEveryAccount({ details }: SigningSessionOf<'consent'>): boolean {
  return EVERY_ACCOUNT_FORMS.has(details.access.form);
}

/** Rights of accounts opened later: the same as those of the present accounts. */
export function rightsOfLater({ balances, transactions }: ConsentAccess): Pick<ConsentRow, 'hasBalance' | 'hasTransactions'> {
  return { hasBalance: balances.length > 0, hasTransactions: transactions.length > 0 };
}

/** The customer chooses only if the provider named no accounts, and only before signing. */
export function isOpenChoice({ details, state }: SigningSessionOf<'consent'>): boolean {
  return details.access.form === 'bankOffered' && state !== 'signed';
}

/** All offered accounts, so that one press is enough; after a reload of the details the customer's earlier choice stays. */
export function firstChosenIbans(session: SigningSessionOf<'consent'>, earlier: readonly string[] | undefined): string[] | undefined {
  if (!isOpenChoice(session)) return undefined;
  const offered = session.details.access.accounts.map(({ iban }) => iban);
  const running = session.submission?.accounts?.map(({ iban }) => iban);
  return running ?? (earlier === undefined ? offered : offered.filter((iban) => earlier.includes(iban)));
}

/** The rows to sign, or the signed ones. */
export function chosenRows({ session, chosenIbans }: Pick<SigningState, 'session' | 'chosenIbans'>): ConsentRow[] {
  if (session?.kind !== 'consent') return [];
  const rows = rowsOf(session.details.access);
  return chosenIbans === undefined ? rows : rows.filter(({ iban }) => chosenIbans.includes(iban));
}

/** In display order, so that the same choice always gives the same body. */
export function consentSubmission(state: SigningState): SignConsentBody | undefined {
  const { session } = state;
  if (session?.kind !== 'consent') return undefined;
  return isOpenChoice(session) ? { accounts: chosenRows(state).map(({ iban }) => ({ iban })) } : {};
}
