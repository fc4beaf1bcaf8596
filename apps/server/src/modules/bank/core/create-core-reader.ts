/** Account information over the bank's own core. */
import type { AccountReader, PendingMovement } from '../account-reader.ts';
import { CORE_CALLS, type CoreBooked, type CorePending } from './core-answers.ts';
import type { AskCore } from './core-client.ts';

export function createCoreReader(ask: AskCore): AccountReader {
  const accountsOf = async (customerId: string) => (await ask(CORE_CALLS.listAccounts, { customerId })).accounts;
  return {
    readAccounts: ({ customerId }) => accountsOf(customerId),
    readAccount: async ({ customerId }, accountId) => (await accountsOf(customerId)).find((account) => account.accountId === accountId),
    async readBooked({ customerId }, { accountId, dateFrom, dateTo, limit, after }) {
      const place = after && { bookingDate: after.bookingDate, entryId: after.entryId };
      const { account, movements } = await ask(CORE_CALLS.listBooked, { customerId, accountId, dateFrom, dateTo, limit, after: place });
      return account === null ? undefined : { account, movements: movements.map(toBooked) };
    },
    async readBookedSince({ customerId }, { accountId, dateFrom, dateTo, limit, entryId }) {
      const found = await ask(CORE_CALLS.listBookedSince, { customerId, accountId, dateFrom, dateTo, limit, entryId });
      const { account, movements, knowsEntry } = found;
      return account === null ? undefined : { account, movements: movements.map(toBooked), knowsEntry };
    },
    async readPending({ customerId }, { accountId, dateFrom, dateTo, limit, after }) {
      const place = after && { placedAt: after.placedAt.toISOString(), pendingId: after.pendingId };
      const { account, movements } = await ask(CORE_CALLS.listPending, { customerId, accountId, dateFrom, dateTo, limit, after: place });
      return account === null ? undefined : { account, movements: movements.map(toPending) };
    },
    async readTransaction({ customerId }, { accountId, transactionId }) {
      const { movement } = await ask(CORE_CALLS.findTransaction, { customerId, accountId, transactionId });
      return movement === null ? undefined : toBooked(movement);
    },
  };
}

/** What JSON leaves out is undefined to us. */
const NOT_TOLD = { counterpartName: undefined, counterpartIban: undefined, remittance: undefined, endToEndId: undefined };

function toBooked(booked: CoreBooked) {
  return { ...NOT_TOLD, ...booked };
}

function toPending(pending: CorePending): PendingMovement {
  return { ...NOT_TOLD, ...pending, placedAt: new Date(pending.placedAt) };
}
