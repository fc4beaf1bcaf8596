/** Stored → `/ui`: what the signing page shows. */
import type { Account, ConsentDetails } from '@portico/contract';
import type { BankAccount } from '../bank/index.ts';
import type { Consent, ConsentAccount } from './consent.ts';
import { awaitsSignature, toUiStatus } from './consent-status.ts';

/** `accounts`: all that the customer has now. An account that was closed meanwhile is not shown. */
export function toDetails(consent: Consent, accounts: readonly BankAccount[]): ConsentDetails {
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
    ...(signedAt === undefined ? {} : { signedAt: signedAt.toISOString() }),
  };
}

export type CoveredAccount = ConsentAccount & Pick<BankAccount, 'name'>;

/**
 * The accounts that the consent gives access to, with their rights, in the customer's order. Of an unsigned `bankOffered` one: those
 * that can be chosen.
 */
export function coveredAccounts(consent: Consent, accounts: readonly BankAccount[]): readonly CoveredAccount[] {
  const isEvery = consent.form === 'global' || consent.form === 'listOnly' || (consent.form === 'bankOffered' && awaitsSignature(consent.status));
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
