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

/** Answers who takes part, the customers' balances locked until the transaction ends, or why this transfer can never be. */
export async function lockParties(tx: Tx, transfer: CreditTransfer): Promise<LockedParties> {
  const { sandboxId, currency, debtorIban, creditorIban } = transfer;
  const accounts = await readLedgerAccounts(tx, { sandboxId, ibans: [debtorIban, creditorIban], currency });
  const debtor = accounts.find((account) => account.iban === debtorIban && account.customerId === transfer.customerId);
  if (debtor === undefined) return { ok: false, reason: 'accountUnknown' };
  if (debtor.currency !== currency) return { ok: false, reason: 'currencyMismatch' };
  // An IBAN of this bank without an account in this sandbox may be another sandbox's: sandboxes know nothing of each other.
  const payee = isOwnBank(creditorIban) ? accounts.find((account) => account.iban === creditorIban) : undefined;
  const creditor = payee ?? requireInternal(accounts, 'clearing', transfer);
  if (creditor.currency !== currency) return { ok: false, reason: 'currencyMismatch' };
  const balances = await lockBalances(tx, sandboxId, creditor.kind === 'customer' ? [debtor.accountId, creditor.accountId] : [debtor.accountId]);
  // A reset that held these locks before has begun another generation; only now is it known which one the money belongs to.
  const { generations, penniless, isBooked } = await readBehindLock(tx, {
    sandboxId,
    accountIds: [...balances.keys()],
    paymentId: transfer.paymentId,
  });
  const current = (account: LedgerAccount) => ({ ...account, generation: generations.get(account.accountId) ?? account.generation });
  const parties = {
    debtor: current(debtor),
    creditor: current(creditor),
    feeIncome: requireInternal(accounts, 'feeIncome', transfer),
    availableCents: penniless.has(debtor.accountId) ? 0 : (balances.get(debtor.accountId) ?? 0),
    isBooked,
  };
  return { ok: true, parties };
}

/** What the debtor's account says today; a repeated transfer is not asked again. */
export function checkDebtor(parties: TransferParties, transfer: CreditTransfer): TransferOutcome {
  const { debtor, availableCents } = parties;
  if (debtor.status === 'blocked') return { ok: false, reason: 'accountBlocked' };
  if (availableCents < addCents(transfer.amountCents, transfer.feeCents)) return { ok: false, reason: 'insufficientFunds', availableCents };
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
