/** Builds one page of an account's movements, from the cursor to the response, for consents and statements. */
import type { TransactionsAnswer } from '@portico/contract';
import { PAGE_REPEAT_SECONDS } from '@portico/contract/values';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { AccountReader, Owner, ReadableAccount } from '../bank/index.ts';
import { toBookedTransaction, toPendingTransaction } from './account-view.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { type ContinuedReading, type CursorAuthority, cursorUsed, openCursor, type Reading, sealCursor } from './cursor.ts';
import { recordCursorUse } from './cursor-store.ts';
import { readTransactions } from './read-transactions.ts';
import { requireSameQuestion, type TransactionsWanted } from './transactions-query.ts';

/** How often, and how long after the first time, a request may be repeated after a lost response. */
const REPEAT_LIMITS = { repeatsMax: 2, repeatSeconds: PAGE_REPEAT_SECONDS };

interface AnswerParts {
  readonly authority: CursorAuthority;
  /** The query as sent. Beside a cursor each parameter may be left out, and must equal that of the first page where it is sent. */
  readonly query: Readonly<Record<string, string | number | boolean | undefined>> & { readonly cursor?: string | undefined };
  /** `X-Request-ID`. */
  readonly requestId: string;
  /** The parameters of the first page. @throws TppRefusal 400 naming the parameter. */
  readWanted(): TransactionsWanted;
  /** Absolute address of the page that begins at a cursor. */
  hrefOf(wanted: TransactionsWanted, cursor: string): string;
}

export interface TransactionsPageAnswer {
  readonly account: ReadableAccount;
  /** False: a later page, which belongs to a reading that was already counted. */
  readonly isFirst: boolean;
  readonly answer: TransactionsAnswer;
}

/**
 * `accountUnknown`: the customer has no such account; `entryUnknown`: the account has no such `entryReferenceFrom`.
 * @throws TppRefusal 400 for a cursor of another reading, or a used one.
 */
export async function answerTransactions(
  { reader, write, cursorKey, random, apiBase }: AccountsDeps,
  owner: Owner,
  { authority, query, requestId, readWanted, hrefOf }: AnswerParts,
): Promise<TransactionsPageAnswer | 'accountUnknown' | 'entryUnknown'> {
  const keys = { key: cursorKey, random };
  const continued = query.cursor === undefined ? undefined : openCursor(keys, authority, query.cursor);
  if (continued !== undefined) requireSameQuestion(continued, query);
  const wanted = continued?.wanted ?? readWanted();
  const page = await readTransactions(reader, owner, authority.accountId, wanted, continued);
  if (page === 'accountUnknown' || page === 'entryUnknown') return page;
  const { account, next } = page;
  if (continued !== undefined) await spend(write, owner, authority, continued, requestId);
  const reading = next && (continued ?? (await beginReading(reader, owner, authority, { wanted, withBalance: query.withBalance === true })));
  const { accountId } = authority;
  return {
    account,
    isFirst: continued === undefined,
    answer: {
      account: { iban: account.iban, currency: account.currency },
      transactions: {
        ...(wanted.bookingStatus === 'pending' ? {} : { booked: page.booked.map(toBookedTransaction) }),
        ...(wanted.bookingStatus === 'booked' ? {} : { pending: page.pending.map(toPendingTransaction) }),
        _links: {
          account: { href: accountHref(apiBase, accountId) },
          ...(next && reading && { next: { href: hrefOf(wanted, sealCursor(keys, authority, reading, next)) } }),
        },
      },
    },
  };
}

async function beginReading(
  reader: AccountReader,
  owner: Owner,
  { accountId, at }: CursorAuthority,
  asked: Pick<Reading, 'wanted' | 'withBalance'>,
): Promise<Reading> {
  return { ...asked, upTo: await reader.readNewestEntry(owner, accountId), beganAt: at };
}

/** @throws TppRefusal 400 RESOURCE_EXPIRED: the page was already read. */
async function spend(
  write: RunWrite,
  owner: Owner,
  { authorityId }: CursorAuthority,
  { cursorId }: ContinuedReading,
  requestId: string,
): Promise<void> {
  const { sandboxId } = owner;
  const isOurs = await write(({ tx }) => recordCursorUse(tx, { cursorId, sandboxId, authorityId, requestId, ...REPEAT_LIMITS }));
  if (!isOurs) throw cursorUsed();
}

export function accountHref(apiBase: string, accountId: string): string {
  return `${apiBase}/v1/accounts/${encodeURIComponent(accountId)}`;
}
