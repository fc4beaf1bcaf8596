/** The customer's data on a signing page: accounts, available balance, and details to send to the payee. */
import type { AccountBalance, DebtorDetails, PayFromAccount } from '@portico/contract';
import { formatCents } from '@portico/primitives';
import { type BankAccount, signatoryNameOf } from '#modules/bank/index.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { EngineDeps } from '../deps.ts';
import type { Authority } from '../entry/authority.ts';

/** The accounts a payment can be made from: blocked ones are not offered. */
export async function listEnabledAccounts(deps: EngineDeps, { session }: Authority): Promise<PayFromAccount[]> {
  const accounts = await deps.bank.listAccounts(deps.platform.db, session);
  return accounts
    .filter(({ status }) => status === 'enabled')
    .map(({ iban, currency, name, availableCents }) => ({
      iban,
      currency,
      name,
      availableBalance: { amount: formatCents(availableCents), currency },
    }));
}

/** @throws UiRefusal 400 ACCOUNT_UNKNOWN */
export async function readBalance(deps: EngineDeps, { session }: Authority, iban: string): Promise<AccountBalance> {
  const { db } = deps.platform;
  const account = await deps.bank.findAccount(db, session, iban);
  if (account === undefined) throw accountUnknown('query:iban');
  const customer = await deps.bank.findCustomer(session, db);
  return {
    balanceAmount: { amount: formatCents(account.availableCents), currency: account.currency },
    ...(customer?.type === 'company' ? { accountHolder: customer.name, representative: signatoryNameOf(customer) } : {}),
    ...(account.needsSecondSignature === true ? { needsSecondSignature: true } : {}),
  };
}

/** Offered in Lithuania only. @throws UiRefusal 404 NOT_FOUND */
export async function readDebtorDetails(deps: EngineDeps, { session }: Authority): Promise<DebtorDetails> {
  const details = session.bankCountry === 'lt' ? await deps.bank.debtorDetails(session) : undefined;
  if (details === undefined) throw new UiRefusal(404, 'NOT_FOUND', 'The bank has no details of yours to send along. You can sign without them.');
  return details;
}

/** @throws UiRefusal 400 ACCOUNT_UNKNOWN, the same for an unknown account and for another customer's. */
export async function requireAccount(deps: EngineDeps, { session }: Authority, iban: string, path: string): Promise<BankAccount> {
  const accounts = await deps.bank.listAccounts(deps.platform.db, session);
  const account = accounts.find((candidate) => candidate.iban === iban);
  if (account === undefined) throw accountUnknown(path);
  return account;
}

function accountUnknown(path: string): UiRefusal {
  return new UiRefusal(400, 'ACCOUNT_UNKNOWN', 'This account is not one of yours. No money was moved. Choose another account.', { path });
}
