/** A customer's connection to a bank: how the shop asked for access, and what it may then read. */
import { randomBytes } from 'node:crypto';
import type { AccountAccess, BankCountry, ConsentRequest } from '../bank-types.ts';
import { BANKS } from '../checkout.ts';

export const ACCESS_CHOICES = [
  { id: 'bankOffered', label: 'Accounts that you choose at your bank', hint: 'balances and transactions; the shop names no account' },
  { id: 'detailed', label: 'Accounts that you name here', hint: 'after you signed in; the transactions of each only if you say so' },
  { id: 'global', label: 'All accounts', hint: 'balances and transactions of every account you have' },
  { id: 'listOnly', label: 'Only the list of your accounts', hint: 'with balances, without transactions' },
] as const;
type AccessChoice = (typeof ACCESS_CHOICES)[number]['id'];

export interface Connection {
  readonly connectionId: string;
  readonly country: BankCountry;
  readonly access: AccessChoice;
  /** For as long as the bank allows; otherwise for one reading. */
  readonly isRecurring: boolean;
  readonly createdAt: string;
  /** Hash of the cookie of the browser that it belongs to. */
  readonly browserHash: string;
  readonly consentId: string | undefined;
}

/** An account that the customer names, and whether its transactions may be read, too. */
export interface NamedAccount {
  readonly iban: string;
  readonly currency: string;
  readonly withTransactions: boolean;
}

type Form = Readonly<Record<string, unknown>>;

/** Undefined where the form says something that is not offered. */
export function readConnection(form: Form): Pick<Connection, 'country' | 'access' | 'isRecurring'> | undefined {
  const bank = BANKS.find(({ country }) => country === form.bank);
  const access = ACCESS_CHOICES.find(({ id }) => id === form.access);
  const isTime = form.time === 'long' || form.time === 'once';
  return bank === undefined || access === undefined || !isTime
    ? undefined
    : { country: bank.country, access: access.id, isRecurring: form.time === 'long' };
}

export const newConnectionId = () => randomBytes(16).toString('hex');

/** `9999-12-31`: as long as the bank allows; it answers with the date that it gives. */
export function toConsentRequest({ access, isRecurring }: Connection, named: readonly NamedAccount[]): ConsentRequest {
  return {
    access: toAccess(access, named),
    recurringIndicator: isRecurring,
    validUntil: '9999-12-31',
    frequencyPerDay: isRecurring ? 4 : 1,
    combinedServiceIndicator: false,
  };
}

function toAccess(access: AccessChoice, named: readonly NamedAccount[]): AccountAccess {
  switch (access) {
    case 'bankOffered':
      return { accounts: [], balances: [], transactions: [] };
    case 'global':
      return { allPsd2: 'allAccounts' };
    case 'listOnly':
      return { availableAccountsWithBalance: 'allAccounts' };
    case 'detailed': {
      const references = named.map(({ iban, currency }) => ({ iban, currency }));
      const transactions = named.filter(({ withTransactions }) => withTransactions).map(({ iban, currency }) => ({ iban, currency }));
      return { accounts: references, balances: references, ...(transactions.length === 0 ? {} : { transactions }) };
    }
  }
}
