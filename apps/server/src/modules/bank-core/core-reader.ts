/** Account information over the bank's own core. */
import type { AccountReader, BookedPlace, PendingMovement } from '#modules/bank/index.ts';
import type { AskCore } from './core-client.ts';
import { CORE_CALLS } from './wire/calls.ts';
import type { CoreBooked, CorePending } from './wire/schemas.ts';

export function createCoreReader(ask: AskCore): AccountReader {
  const accountsOf = async (customerId: string) => (await ask(CORE_CALLS.listAccounts, { customerId })).accounts;
  return {
    readAccounts: ({ customerId }) => accountsOf(customerId),
    readAccount: async ({ customerId }, accountId) => (await accountsOf(customerId)).find((account) => account.accountId === accountId),
    // A core returns its newest booking first, and entry ids ascend in the order of booking.
    async readNewestEntry({ customerId }, accountId) {
      const { movements } = await ask(CORE_CALLS.listBooked, { customerId, accountId, ...ALWAYS, limit: 1 });
      return movements[0]?.entryId ?? 0;
    },
    async readBooked({ customerId }, { accountId, dateFrom, dateTo, limit, after, upTo = Number.POSITIVE_INFINITY }) {
      const kept: CoreBooked[] = [];
      // The core has no upper bound: newer entries are left out here, and further pages fill the result.
      for (let place = after && placeOf(after); ; ) {
        const { account, movements } = await ask(CORE_CALLS.listBooked, { customerId, accountId, dateFrom, dateTo, limit, after: place });
        if (account === null) return undefined;
        kept.push(...movements.filter(({ entryId }) => entryId <= upTo));
        const last = movements.at(-1);
        if (kept.length >= limit || movements.length < limit || last === undefined) return { account, movements: kept.slice(0, limit).map(toBooked) };
        place = placeOf(last);
      }
    },
    async readBookedSince({ customerId }, { accountId, dateFrom, dateTo, limit, entryId, upTo = Number.POSITIVE_INFINITY }) {
      const found = await ask(CORE_CALLS.listBookedSince, { customerId, accountId, dateFrom, dateTo, limit, entryId });
      const { account, movements, knowsEntry } = found;
      return account === null ? undefined : { account, movements: movements.filter((each) => each.entryId <= upTo).map(toBooked), knowsEntry };
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

const ALWAYS = { dateFrom: '0001-01-01', dateTo: '9999-12-31' };

function placeOf({ bookingDate, entryId }: BookedPlace): BookedPlace {
  return { bookingDate, entryId };
}

/** Members that JSON omits are undefined here. */
const NOT_TOLD = { counterpartName: undefined, counterpartIban: undefined, remittance: undefined, endToEndId: undefined };

function toBooked(booked: CoreBooked) {
  return { ...NOT_TOLD, ...booked };
}

function toPending(pending: CorePending): PendingMovement {
  return { ...NOT_TOLD, ...pending, placedAt: new Date(pending.placedAt) };
}
