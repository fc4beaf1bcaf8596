/** One page of an account's movements, from its cursor to the answer: under a consent and of a statement alike. */
import type { TransactionsAnswer } from '@portico/contract';
import type { AccountReader, Owner, ReadableAccount } from '../bank/index.ts';
import { toBookedTransaction, toPendingTransaction } from './account-mapping.ts';
import { type CursorContext, type CursorKeys, openPlace, sealPlace } from './cursor.ts';
import { readTransactions } from './read-transactions.ts';

export interface AnswerDeps {
  readonly reader: AccountReader;
  readonly keys: CursorKeys;
  /** Absolute base of the links, e.g. `http://localhost:3000/api`. */
  readonly apiBase: string;
}

interface AnswerParts {
  readonly context: CursorContext;
  /** Undefined: the first page. */
  readonly cursor: string | undefined;
  /** Absolute address of the page that begins at a cursor. */
  hrefOf(cursor: string): string;
}

export interface TransactionsPageAnswer {
  readonly account: ReadableAccount;
  readonly answer: TransactionsAnswer;
}

/** Undefined: the customer has no such account. @throws TppRefusal 400 for a cursor of another question. */
export async function answerTransactions(
  { reader, keys, apiBase }: AnswerDeps,
  owner: Owner,
  { context, cursor, hrefOf }: AnswerParts,
): Promise<TransactionsPageAnswer | undefined> {
  const { accountId, wanted } = context;
  const place = cursor === undefined ? undefined : openPlace(keys, context, cursor);
  const page = await readTransactions(reader, owner, accountId, wanted, place);
  if (page === undefined) return undefined;
  const { account, next } = page;
  return {
    account,
    answer: {
      account: { iban: account.iban, currency: account.currency },
      transactions: {
        ...(wanted.bookingStatus === 'pending' ? {} : { booked: page.booked.map(toBookedTransaction) }),
        ...(wanted.bookingStatus === 'booked' ? {} : { pending: page.pending.map(toPendingTransaction) }),
        _links: {
          account: { href: accountHref(apiBase, accountId) },
          ...(next === undefined ? {} : { next: { href: hrefOf(sealPlace(keys, context, next)) } }),
        },
      },
    },
  };
}

export function accountHref(apiBase: string, accountId: string): string {
  return `${apiBase}/v1/accounts/${encodeURIComponent(accountId)}`;
}
