/** Reads the parties of a transfer, locks their balances, and checks whether the debtor may send it. */
import { addCents } from '@portico/primitives';
import type { CreditTransfer, TransferOutcome } from '#modules/bank/index.ts';
import type { Tx } from '#platform/db/database.ts';
import { together } from '#platform/db/prepared.ts';
import { type LedgerAccount, lockLedgerAccounts, readBehindLock } from '../store/account-store.ts';
import { type Booking, transferEntries } from '../store/ledger.ts';
import { isOwnBank } from '../terms/bank-codes.ts';

export interface TransferParties {
  readonly debtor: LedgerAccount;
  /** An account of this bank, or the clearing account, which represents all other banks. */
  readonly creditor: LedgerAccount;
  readonly feeIncome: LedgerAccount;
  /** Available balance of the debtor when the lock was taken; zero where the customer's scenario says so. */
  readonly availableCents: number;
  /** Read after the lock was taken: a concurrent repetition of the same payment waits for the lock and then finds it booked. */
  readonly isBooked: boolean;
}

type LockedParties =
  | { readonly ok: true; readonly parties: TransferParties }
  | { readonly ok: false; readonly reason: 'accountUnknown' | 'currencyMismatch' };

/** The account that pays, with its available balance. */
type LockedDebtor = Pick<TransferParties, 'debtor' | 'availableCents'>;

/** Transfers with their accounts, and with locked balances. */
interface LockedTransfers {
  readonly booked: ReadonlySet<string>;
  debtorOf(transfer: CreditTransfer): ({ readonly ok: true } & LockedDebtor) | Extract<LockedParties, { ok: false }>;
  /** Only for a transfer whose payee's balance is also locked. */
  partiesOf(transfer: CreditTransfer): LockedParties;
}

/**
 * Locks the customers' balances until the transaction ends.
 * @param transfers at least one, all of one sandbox and in one currency.
 * @param creditorIbans the payees whose balances are locked, too.
 */
export async function lockTransfers(tx: Tx, transfers: readonly CreditTransfer[], creditorIbans: readonly string[]): Promise<LockedTransfers> {
  const [first] = transfers;
  if (first === undefined) throw new Error('No transfer was given.');
  const { sandboxId, currency } = first;
  if (transfers.some((transfer) => transfer.sandboxId !== sandboxId || transfer.currency !== currency))
    throw new Error('Transfers of several sandboxes or currencies were given.');
  const ibans = [...new Set([...transfers.map(({ debtorIban }) => debtorIban), ...creditorIbans])];
  // A reset that held these locks earlier has started a new generation, so the second statement reads the generation after the lock.
  const [accounts, { generations, penniless, booked }] = await together([
    lockLedgerAccounts(tx, { sandboxId, ibans, currency }),
    readBehindLock(tx, { sandboxId, ibans, paymentIds: transfers.map(({ paymentId }) => paymentId) }),
  ]);
  const byIban = new Map(accounts.flatMap((account) => (account.iban === undefined ? [] : [[account.iban, account] as const])));
  const debtorAt = ({ debtorIban, customerId }: CreditTransfer) => {
    const account = byIban.get(debtorIban);
    return account?.customerId === customerId ? account : undefined;
  };
  // An IBAN of this bank without an account in this sandbox may belong to another sandbox, and sandboxes are isolated from each other.
  const payeeAt = (iban: string) => (isOwnBank(iban) ? byIban.get(iban) : undefined);
  const current = (account: LedgerAccount) => ({ ...account, generation: generations.get(account.accountId) ?? account.generation });

  function debtorOf(transfer: CreditTransfer): ReturnType<LockedTransfers['debtorOf']> {
    const debtor = debtorAt(transfer);
    if (debtor === undefined) return { ok: false, reason: 'accountUnknown' };
    if (debtor.currency !== currency) return { ok: false, reason: 'currencyMismatch' };
    return { ok: true, debtor: current(debtor), availableCents: penniless.has(debtor.accountId) ? 0 : (debtor.availableCents ?? 0) };
  }

  return {
    booked,
    debtorOf,
    partiesOf(transfer) {
      const found = debtorOf(transfer);
      if (!found.ok) return found;
      const creditor = payeeAt(transfer.creditorIban) ?? requireInternal(accounts, 'clearing', transfer);
      if (creditor.currency !== currency) return { ok: false, reason: 'currencyMismatch' };
      const { debtor, availableCents } = found;
      const feeIncome = requireInternal(accounts, 'feeIncome', transfer);
      return { ok: true, parties: { debtor, creditor: current(creditor), feeIncome, availableCents, isBooked: booked.has(transfer.paymentId) } };
    },
  };
}

/** Checks the debtor's account at this moment. A repeated transfer that is already booked is not checked again. */
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
  const { sandboxId, paymentId, amountCents, feeCents, currency, creditorName, creditorIban, remittance, remittanceStructured, endToEndId, product } =
    transfer;
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
    remittanceStructured,
    endToEndId,
    product,
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
