/** Database → `/ui`: the details on the signing page. */
import type { Account, ConsentDetails } from '@portico/contract';
import { EVERY_ACCOUNT_FORMS, HISTORY_DAYS_MAX } from '@portico/contract/values';
import { type BankAccount, bankDate } from '#modules/bank/index.ts';
import type { Consent, ConsentAccount } from './consent.ts';
import { awaitsSignature, toUiStatus } from './consent-status.ts';

/** `accounts`: the customer's open accounts. `replacedGivenAt`: when the customer gave the access that this consent replaces or has replaced. */
export function toDetails(consent: Consent, accounts: readonly BankAccount[], replacedGivenAt?: Date): ConsentDetails {
  const covered = coveredAccounts(consent, accounts);
  const { representative, signedAt } = consent;
  return {
    accountHolder: consent.accountHolder,
    ...(representative === undefined ? {} : { representative }),
    validUntil: consent.validUntil,
    consentStatus: toUiStatus(consent.status),
    access: {
      form: consent.form,
      accounts: covered.map(({ iban, currency, name }) => ({ iban, currency, name })),
      balances: covered.filter(({ mayBalances }) => mayBalances).map(toReference),
      transactions: covered.filter(({ mayTransactions }) => mayTransactions).map(toReference),
    },
    recurringIndicator: consent.isRecurring,
    frequencyPerDay: consent.frequencyPerDay,
    ...(readsTransactions(consent) ? { historyDays: HISTORY_DAYS_MAX } : {}),
    ...toReplaced(consent, replacedGivenAt),
    ...(signedAt === undefined ? {} : { signedAt: signedAt.toISOString() }),
  };
}

function toReplaced({ bankCountry, signedAt }: Consent, givenAt: Date | undefined): Pick<ConsentDetails, 'replacesAccessOf' | 'replacedAccessOf'> {
  if (givenAt === undefined) return {};
  const day = bankDate(givenAt, bankCountry);
  return signedAt === undefined ? { replacesAccessOf: day } : { replacedAccessOf: day };
}

/** Depends on the terms and not on the present accounts, because the consent may cover later accounts, too. */
function readsTransactions({ form, accounts, asksTransactions }: Consent): boolean {
  return form === 'detailed' ? accounts.some(({ mayTransactions }) => mayTransactions) : asksTransactions;
}

export type CoveredAccount = ConsentAccount & Pick<BankAccount, 'name'>;

/**
 * The accounts that the consent covers, with their rights, in the customer's order. For an unsigned `bankOffered` consent the accounts that the
 * customer can choose.
 */
export function coveredAccounts(consent: Consent, accounts: readonly BankAccount[]): readonly CoveredAccount[] {
  const isEvery = EVERY_ACCOUNT_FORMS.has(consent.form) || (consent.form === 'bankOffered' && awaitsSignature(consent.status));
  return accounts.flatMap(({ accountId, iban, currency, name }) => {
    const rights = isEvery
      ? { accountId, iban, currency, mayBalances: consent.asksBalances, mayTransactions: consent.asksTransactions }
      : consent.accounts.find((granted) => granted.accountId === accountId);
    return rights === undefined ? [] : [{ ...rights, name }];
  });
}

function toReference({ iban, currency }: Account): { iban: string; currency: string } {
  return { iban, currency };
}
