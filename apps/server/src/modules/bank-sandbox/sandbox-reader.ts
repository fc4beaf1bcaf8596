/** Account information of the sandbox bank. The first query of a seeded customer's accounts books their history. */

import {
  type AccountReader,
  BANK_TIME_ZONE,
  type BookedMovement,
  type Owner,
  type PendingMovement,
  type ReadableAccount,
} from '#modules/bank/index.ts';
import type { Db } from '#platform/db/database.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { Random } from '#platform/random.ts';
import { fillHistory } from './customers/fill-history.ts';
import {
  type AccountRow,
  type BookedRow,
  type PendingRow,
  readAccountRows,
  readBookedRows,
  readBookedRowsSince,
  readNewestEntryId,
  readPendingRows,
  readTransactionRow,
} from './store/history-store.ts';
import { OWN_BANKS } from './terms/bank-codes.ts';
import { codeOfBooking } from './terms/booking-code.ts';

const PRODUCTS = { person: 'Everyday', company: 'Business' } as const;
const USAGES = { person: 'PRIV', company: 'ORGA' } as const;
const NOT_PROVIDED = 'NOTPROVIDED';
/** A fee is a separate movement with its own transaction id, derived from the payment's. */
const FEE_SUFFIX = '-fee';
const FEE_TEXT = 'Transfer fee';

export function createSandboxReader({ db, write, random }: { db: Db; write: RunWrite; random: Random }): AccountReader {
  async function readFilled<Row extends AccountRow>(owner: Owner, read: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
    const rows = await read();
    if (rows[0]?.is_history_due !== true) return rows;
    await write(({ tx }) => fillHistory({ random }, tx, owner));
    return read();
  }

  return {
    readAccounts: async (owner) => (await readFilled(owner, () => readAccountRows(db, owner))).map(toAccount),
    async readAccount(owner, accountId) {
      const rows = await readFilled(owner, () => readAccountRows(db, owner));
      const row = rows.find((candidate) => candidate.account_id === accountId);
      return row && toAccount(row);
    },
    readNewestEntry: (owner, accountId) => readNewestEntryId(db, { ...keyOf(owner), accountId }),
    async readBooked(owner, wanted) {
      const rows = await readFilled(owner, () => readBookedRows(db, { ...wanted, ...keyOf(owner) }));
      const [first] = rows;
      return first && { account: toAccount(first), movements: rows.flatMap(toBooked) };
    },
    async readBookedSince(owner, wanted) {
      const rows = await readFilled(owner, () => readBookedRowsSince(db, { ...wanted, ...keyOf(owner) }));
      const [first] = rows;
      return first && { account: toAccount(first), movements: rows.flatMap(toBooked), knowsEntry: first.knows_entry };
    },
    async readPending(owner, wanted) {
      const rows = await readFilled(owner, () => readPendingRows(db, { ...wanted, ...keyOf(owner), timeZone: BANK_TIME_ZONE }));
      const [first] = rows;
      return first && { account: toAccount(first), movements: rows.flatMap(toPending) };
    },
    async readTransaction(owner, { accountId, transactionId }) {
      const part = transactionId.endsWith(FEE_SUFFIX) ? 'fee' : 'principal';
      const id = part === 'fee' ? transactionId.slice(0, -FEE_SUFFIX.length) : transactionId;
      const row = await readTransactionRow(db, { ...keyOf(owner), accountId, transactionId: id, part });
      return row && toBooked(row)[0];
    },
  };
}

function keyOf({ sandboxId, customerId }: Owner): Owner {
  return { sandboxId, customerId };
}

function toAccount(row: AccountRow): ReadableAccount {
  return {
    accountId: row.account_id,
    iban: row.iban,
    currency: row.account_currency,
    name: row.account_name,
    holderName: row.holder_name,
    status: row.status,
    bic: OWN_BANKS[row.country].bic,
    product: PRODUCTS[row.customer_type],
    usage: USAGES[row.customer_type],
    bookedCents: row.booked_cents,
    availableCents: row.available_cents,
  };
}

/** Empty when the row holds an account without movements. */
function toBooked(row: AccountRow & BookedRow): readonly BookedMovement[] {
  if (row.entry_id === null) return [];
  const { entry_id: entryId, transaction_id: id, booking_date: bookingDate, part, amount_cents: amountCents, account_currency: currency } = row;
  const common = { entryId, bookingDate, part, amountCents, currency, product: row.product ?? undefined };
  if (part === 'fee') {
    const transactionId = `${id}${FEE_SUFFIX}`;
    return [{ ...common, transactionId, counterpartName: undefined, counterpartIban: undefined, remittance: FEE_TEXT, endToEndId: undefined }];
  }
  const isCredit = amountCents > 0;
  return [
    {
      ...common,
      transactionId: id,
      counterpartName: isCredit ? row.debtor_name : row.creditor_name,
      counterpartIban: (isCredit ? row.debtor_iban : row.creditor_iban) ?? undefined,
      bankTransactionCode: codeOfBooking(row.kind, amountCents),
      ...texts(row),
    },
  ];
}

function toPending(row: AccountRow & PendingRow): readonly PendingMovement[] {
  if (row.pending_id === null) return [];
  const { part, pending_id: pendingId, placed_at: placedAt, amount_cents: amountCents, account_currency: currency, transaction_id: id } = row;
  const common = { pendingId, placedAt, part, amountCents, currency, product: row.product ?? undefined };
  if (part === 'fee') {
    const transactionId = id === null ? undefined : `${id}${FEE_SUFFIX}`;
    return [{ ...common, transactionId, counterpartName: undefined, counterpartIban: undefined, remittance: FEE_TEXT, endToEndId: undefined }];
  }
  return [
    {
      ...common,
      transactionId: id ?? undefined,
      counterpartName: row.creditor_name === '' ? undefined : row.creditor_name,
      counterpartIban: row.creditor_iban ?? undefined,
      ...texts(row),
    },
  ];
}

function texts({
  remittance,
  remittance_structured,
  end_to_end_id: endToEndId,
}: Pick<BookedRow, 'remittance' | 'remittance_structured' | 'end_to_end_id'>) {
  return {
    remittanceStructured: remittance_structured ?? undefined,
    remittance: remittance === '' ? undefined : remittance,
    endToEndId: endToEndId === NOT_PROVIDED ? undefined : endToEndId,
  };
}
