/** Converts between `access` in requests and the stored terms, and builds the responses of `/v1/consents`. */
import type { AccountAccess, ConsentInformation, ConsentRequest } from '@portico/contract';
import type { Consent, ConsentTerms } from './consent.ts';
import { awaitsSignature } from './consent-status.ts';
import { ACCESS_LISTS, givenLists } from './rules/access-rules.ts';

/** The request must have been validated. `validUntil`: as shortened by the bank. */
export function toTerms({ access, recurringIndicator, frequencyPerDay }: ConsentRequest, validUntil: string): ConsentTerms {
  const { allPsd2, availableAccounts, availableAccountsWithBalance } = access;
  const whole = allPsd2 ?? availableAccounts ?? availableAccountsWithBalance;
  const lists = givenLists(access);
  const isBankOffered = whole === undefined && lists.length > 0 && lists.every((name) => access[name]?.length === 0);
  return {
    form: allPsd2 !== undefined ? 'global' : whole !== undefined ? 'listOnly' : isBankOffered ? 'bankOffered' : 'detailed',
    asksBalances: allPsd2 !== undefined || availableAccountsWithBalance !== undefined || (isBankOffered && access.balances !== undefined),
    asksTransactions: allPsd2 !== undefined || (isBankOffered && access.transactions !== undefined),
    withOwnerName: whole === 'allAccountsWithOwnerName',
    isRecurring: recurringIndicator,
    validUntil,
    frequencyPerDay,
  };
}

/** `base`: absolute base of the links. */
export function toInformation(consent: Consent, base: string): ConsentInformation {
  return {
    access: toAccess(consent),
    recurringIndicator: consent.isRecurring,
    validUntil: consent.validUntil,
    frequencyPerDay: consent.frequencyPerDay,
    lastActionDate: consent.lastActionDate,
    consentStatus: consent.status,
    ...(consent.status === 'valid' ? { _links: { account: { href: `${base}/v1/accounts` } } } : {}),
  };
}

function toAccess(consent: Consent): AccountAccess {
  const all = consent.withOwnerName ? 'allAccountsWithOwnerName' : 'allAccounts';
  switch (consent.form) {
    case 'global':
      return { allPsd2: all };
    case 'listOnly':
      return consent.asksBalances ? { availableAccountsWithBalance: all } : { availableAccounts: all };
    case 'bankOffered':
    case 'detailed':
      return isOpenChoice(consent)
        ? { accounts: [], ...(consent.asksBalances ? { balances: [] } : {}), ...(consent.asksTransactions ? { transactions: [] } : {}) }
        : namedAccess(consent);
  }
}

function isOpenChoice({ form, status, accounts }: Consent): boolean {
  return form === 'bankOffered' && (awaitsSignature(status) || accounts.length === 0);
}

function namedAccess({ accounts }: Consent): AccountAccess {
  const granted = {
    accounts,
    balances: accounts.filter(({ mayBalances }) => mayBalances),
    transactions: accounts.filter(({ mayTransactions }) => mayTransactions),
  };
  const named = ACCESS_LISTS.filter((name) => granted[name].length > 0);
  return Object.fromEntries(named.map((name) => [name, granted[name].map(({ iban, currency }) => ({ iban, currency }))]));
}
