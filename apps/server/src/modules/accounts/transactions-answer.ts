/** A page of movements as the answer of `GET /v1/accounts/{account-id}/transactions`. */
import type { TransactionsAnswer, TransactionsQuery } from '@portico/contract';
import { toBalances, toBookedTransaction, toPendingTransaction } from './account-mapping.ts';
import { type CursorContext, type CursorKeys, sealPlace } from './cursor.ts';
import type { TransactionsPage } from './read-transactions.ts';

interface AnswerParts {
  readonly keys: CursorKeys;
  readonly context: CursorContext;
  readonly page: TransactionsPage;
  /** As it was asked: the link repeats it. */
  readonly query: TransactionsQuery;
  /** Absolute address of the account. */
  readonly self: string;
  readonly withBalance: boolean;
}

export function toTransactionsAnswer({ keys, context, page, query, self, withBalance }: AnswerParts): TransactionsAnswer {
  const { wanted, today } = context;
  const { account, next } = page;
  const cursor = next && sealPlace(keys, context, next);
  return {
    account: { iban: account.iban, currency: account.currency },
    transactions: {
      ...(wanted.bookingStatus === 'pending' ? {} : { booked: page.booked.map(toBookedTransaction) }),
      ...(wanted.bookingStatus === 'booked' ? {} : { pending: page.pending.map(toPendingTransaction) }),
      _links: {
        account: { href: self },
        ...(cursor === undefined ? {} : { next: { href: `${self}/transactions?${nextQuery(context, query, cursor)}` } }),
      },
    },
    ...(withBalance ? { balances: toBalances(account, today) } : {}),
  };
}

/** With `dateTo` as it was understood, so that the cursor fits the link. */
function nextQuery({ wanted }: CursorContext, query: TransactionsQuery, cursor: string): string {
  const { entryReferenceFrom, itemsPerPage, withBalance } = query;
  const period = entryReferenceFrom === undefined ? { dateFrom: wanted.dateFrom, dateTo: wanted.dateTo } : { entryReferenceFrom };
  return new URLSearchParams({
    bookingStatus: wanted.bookingStatus,
    ...period,
    ...(itemsPerPage === undefined ? {} : { itemsPerPage: String(itemsPerPage) }),
    ...(withBalance === undefined ? {} : { withBalance: String(withBalance) }),
    cursor,
  }).toString();
}
