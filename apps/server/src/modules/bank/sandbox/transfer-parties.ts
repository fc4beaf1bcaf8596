/** Who takes part in a transfer, with their balances locked, and whether the debtor may send it. */
import { addCents } from '@portico/primitives';
import type { Tx } from '#platform/db/database.ts';
import type { CreditTransfer, TransferOutcome } from '../bank.ts';
import { type LedgerAccount, lockBalances, readBehindLock, readLedgerAccounts } from './account-store.ts';
import { isOwnBank } from './bank-codes.ts';
import { type Booking, transferEntries } from './ledger.ts';

export interface TransferParties {
  readonly debtor: LedgerAccount;
  /** An account of this bank, or the clearing account, which stands for every other bank. */
  readonly creditor: LedgerAccount;
  readonly feeIncome: LedgerAccount;
  /** What the debtor could spend when the lock was taken; nothing where his scenario says so. */
  readonly availableCents: number;
  /** Looked up behind the lock: whoever repeats the same payment at the same moment waits there and finds it booked. */
  readonly isBooked: boolean;
}

export type LockedParties =
  | { readonly ok: true; readonly parties: TransferParties }
  | { readonly ok: false; readonly reason: 'accountUnknown' | 'currencyMismatch' };

/** One account that pays, its balance locked, and those whom it pays. */
export interface LockedDebit {
  readonly debtor: LedgerAccount;
  readonly availableCents: number;
  readonly booked: ReadonlySet<string>;
  /** Only for a transfer whose payee was locked along. */
  partiesOf(transfer: CreditTransfer): LockedParties;
}

type LockedDebitOrNot = { readonly ok: true; readonly debit: LockedDebit } | Extract<LockedParties, { ok: false }>;

/** Answers who takes part, the customers' balances locked until the transaction ends, or why this transfer can never be. */
export async function lockParties(tx: Tx, transfer: CreditTransfer): Promise<LockedParties> {
  const locked = await lockDebit(tx, [transfer], [transfer.creditorIban]);
  return locked.ok ? locked.debit.partiesOf(transfer) : locked;
}

/** @param transfers at least one, all from one account. @param creditorIbans the payees whose balances are locked, too. */
export async function lockDebit(tx: Tx, transfers: readonly CreditTransfer[], creditorIbans: readonly string[]): Promise<LockedDebitOrNot> {
  const [first] = transfers;
  if (first === undefined) throw new Error('No transfer was given.');
  const { sandboxId, customerId, currency, debtorIban } = first;
  const accounts = await readLedgerAccounts(tx, { sandboxId, ibans: [debtorIban, ...creditorIbans], currency });
  const debtor = accounts.find((account) => account.iban === debtorIban && account.customerId === customerId);
  if (debtor === undefined) return { ok: false, reason: 'accountUnknown' };
  if (debtor.currency !== currency) return { ok: false, reason: 'currencyMismatch' };
  const byIban = new Map(accounts.flatMap((account) => (account.iban === undefined ? [] : [[account.iban, account] as const])));
  // An IBAN of this bank without an account in this sandbox may be another sandbox's: sandboxes know nothing of each other.
  const creditorAt = (iban: string) => (isOwnBank(iban) ? byIban.get(iban) : undefined) ?? requireInternal(accounts, 'clearing', first);
  const payees = creditorIbans.map(creditorAt).filter((account) => account.kind === 'customer' && account.currency === currency);
  const balances = await lockBalances(tx, sandboxId, [...new Set([debtor, ...payees].map(({ accountId }) => accountId))]);
  // A reset that held these locks before has begun another generation; only now is it known which one the money belongs to.
  const { generations, penniless, booked } = await readBehindLock(tx, {
    sandboxId,
    accountIds: [...balances.keys()],
    paymentIds: transfers.map(({ paymentId }) => paymentId),
  });
  const current = (account: LedgerAccount) => ({ ...account, generation: generations.get(account.accountId) ?? account.generation });
  const availableCents = penniless.has(debtor.accountId) ? 0 : (balances.get(debtor.accountId) ?? 0);
  const common = { debtor: current(debtor), feeIncome: requireInternal(accounts, 'feeIncome', first), availableCents };
  const debit: LockedDebit = {
    ...common,
    booked,
    partiesOf({ creditorIban, paymentId }) {
      const creditor = creditorAt(creditorIban);
      if (creditor.currency !== currency) return { ok: false, reason: 'currencyMismatch' };
      return { ok: true, parties: { ...common, creditor: current(creditor), isBooked: booked.has(paymentId) } };
    },
  };
  return { ok: true, debit };
}

/** What the debtor's account says today; a repeated transfer is not asked again. */
export function checkDebtor(
  { debtor, availableCents }: Pick<TransferParties, 'debtor' | 'availableCents'>,
  ...transfers: readonly CreditTransfer[]
): TransferOutcome {
  if (debtor.status === 'blocked') return { ok: false, reason: 'accountBlocked' };
  if (availableCents < addCents(...transfers.flatMap(({ amountCents, feeCents }) => [amountCents, feeCents])))
    return { ok: false, reason: 'insufficientFunds', availableCents };
  return { ok: true };
}

export function transferBooking(parties: TransferParties, transfer: CreditTransfer, written: { transactionId: string; bookedAt: Date }): Booking {
  const { debtor, creditor, feeIncome } = parties;
  const { sandboxId, paymentId, amountCents, feeCents, currency, creditorName, creditorIban, remittance, endToEndId } = transfer;
  return {
    ...written,
    sandboxId,
    kind: 'transfer',
    paymentId,
    debtorName: debtor.holderName,
    debtorIban: transfer.debtorIban,
    creditorName,
    creditorIban,
    remittance,
    endToEndId,
    entries: transferEntries({
      debtor,
      creditor: creditor.kind === 'customer' ? creditor : { accountId: creditor.accountId, generation: debtor.generation },
      feeIncome: { accountId: feeIncome.accountId, generation: debtor.generation },
      amountCents,
      feeCents,
      currency,
    }),
  };
}

function requireInternal(accounts: readonly LedgerAccount[], kind: 'clearing' | 'feeIncome', transfer: CreditTransfer): LedgerAccount {
  const account = accounts.find((candidate) => candidate.kind === kind);
  if (account === undefined) throw new Error(`Sandbox ${transfer.sandboxId} has no ${kind} account in ${transfer.currency}; it was never seeded.`);
  return account;
}
