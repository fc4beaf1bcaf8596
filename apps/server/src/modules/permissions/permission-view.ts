/** Consents and statements → one shape, in the words of the permissions page. */
import type { Permission } from '@portico/contract';
import type { PastConsent, ReplacedConsent } from '#modules/access/index.ts';
import { readableUntil, type Statement } from '#modules/access/index.ts';
import type { BankAccount } from '#modules/bank/index.ts';
import type { AccountsOf, NamesOf } from './givers.ts';
import { endOfConsent, endOfStatement, type WithdrawnBy } from './permission-end.ts';

export interface Known {
  readonly namesOf: NamesOf;
  readonly accountsOf: AccountsOf;
  readonly withdrawnBy: WithdrawnBy;
  /** Only for the response with one permission. */
  readonly replaced?: ReplacedConsent | undefined;
}

export function ofConsent(consent: PastConsent, { namesOf, accountsOf, withdrawnBy, replaced }: Known): Permission {
  const { representative, signedAt, lastUsedAt, status, form } = consent;
  const accounts = accountsOfConsent(consent, accountsOf(consent.customerId));
  const end = endOfConsent(consent, withdrawnBy);
  return {
    permissionId: consent.consentId,
    kind: 'consent',
    state: status === 'valid' ? 'valid' : end === undefined ? 'asked' : 'ended',
    ...toNames(namesOf, consent.appId),
    accountHolder: consent.accountHolder,
    ...(representative === undefined ? {} : { representative }),
    form,
    accounts,
    hasBalances: consent.asksBalances || accounts.some(({ hasBalances }) => hasBalances),
    hasTransactions: consent.asksTransactions || accounts.some(({ hasTransactions }) => hasTransactions),
    hasOwnerName: consent.withOwnerName,
    isRecurring: consent.isRecurring,
    frequencyPerDay: consent.frequencyPerDay,
    askedAt: consent.receivedAt.toISOString(),
    ...(signedAt === undefined ? {} : { givenAt: signedAt.toISOString() }),
    validUntil: consent.validUntil,
    ...(lastUsedAt === undefined ? {} : { lastUsedAt: lastUsedAt.toISOString() }),
    readingsLately: consent.readingsLately,
    ...(replaced === undefined ? {} : { replaces: { permissionId: replaced.consentId, givenAt: replaced.signedAt.toISOString() } }),
    ...(end === undefined ? {} : { end }),
    isWithdrawable: status === 'valid',
  };
}

/** What covers everything covers what there is now, for as long as it is valid. */
function accountsOfConsent({ form, status, accounts: named, ...asked }: PastConsent, accounts: readonly BankAccount[]): Permission['accounts'] {
  if (form === 'global' || form === 'listOnly') {
    const rights = { hasBalances: asked.asksBalances, hasTransactions: asked.asksTransactions };
    return status === 'valid' ? accounts.map(({ iban, currency, name }) => ({ iban, currency, name, ...rights })) : [];
  }
  return named.map(({ accountId, iban, currency, mayBalances, mayTransactions }) => ({
    iban,
    currency,
    ...nameOf(accountId, accounts),
    hasBalances: mayBalances,
    hasTransactions: mayTransactions,
  }));
}

export function ofStatement(statement: Statement, { namesOf, accountsOf }: Known): Permission {
  const { iban, currency, accountId, dateFrom, dateTo, representative, signedAt, status } = statement;
  const until = readableUntil(statement);
  const end = endOfStatement(statement);
  const name = nameOf(accountId, accountsOf(statement.customerId));
  return {
    permissionId: statement.statementId,
    kind: 'statement',
    state: status === 'valid' ? 'valid' : end === undefined ? 'asked' : 'ended',
    ...toNames(namesOf, statement.appId),
    accountHolder: statement.accountHolder,
    ...(representative === undefined ? {} : { representative }),
    accounts: [{ iban, currency, ...name, hasBalances: false, hasTransactions: true }],
    hasBalances: false,
    hasTransactions: true,
    hasOwnerName: false,
    isRecurring: false,
    period: { dateFrom, dateTo },
    askedAt: statement.receivedAt.toISOString(),
    ...(signedAt === undefined ? {} : { givenAt: signedAt.toISOString() }),
    ...(until === undefined ? {} : { readableUntil: until.toISOString() }),
    readingsLately: 0,
    ...(end === undefined ? {} : { end }),
    isWithdrawable: false,
  };
}

function nameOf(accountId: string, accounts: readonly BankAccount[]): { name?: string } {
  const account = accounts.find((candidate) => candidate.accountId === accountId);
  return account === undefined ? {} : { name: account.name };
}

function toNames(namesOf: NamesOf, appId: string): Pick<Permission, 'tppName' | 'tppApplicationName'> {
  const { registeredName, clientName } = namesOf(appId);
  return { tppName: registeredName, tppApplicationName: clientName };
}
