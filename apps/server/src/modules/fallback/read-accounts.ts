/** The customer's accounts. The customer is present, so no consent is needed. */
import type { FallbackAccounts, FallbackTransactions, FallbackTransactionsQuery } from '@portico/contract';
import { HISTORY_DAYS_MAX, SIGN_IN_CONFIRMS_SECONDS, TRANSACTIONS_PAGE_MAX } from '@portico/contract/values';
import { addDays, formatCents, isIsoDate } from '@portico/primitives';
import { UiRefusal } from '#platform/http/refusal.ts';
import { type BookedMovement, bankDate } from '../bank/index.ts';
import type { FallbackDeps } from './fallback-deps.ts';
import { accountUnknown } from './fallback-refusals.ts';
import type { SignedInCustomer } from './identify-provider.ts';

export async function readAccounts({ accountReader }: Pick<FallbackDeps, 'accountReader'>, { session }: SignedInCustomer): Promise<FallbackAccounts> {
  const accounts = await accountReader.readAccounts(session);
  return {
    accounts: accounts.map(({ iban, name, holderName, status, currency, bookedCents, availableCents }) => ({
      iban,
      name,
      ownerName: holderName,
      status,
      bookedBalance: { amount: formatCents(bookedCents), currency },
      availableBalance: { amount: formatCents(availableCents), currency },
    })),
  };
}

/** Booked transactions, newest first. @throws UiRefusal 404; 400 naming the parameter. */
export async function readTransactions(
  { accountReader, platform }: Pick<FallbackDeps, 'accountReader' | 'platform'>,
  { session, customer }: SignedInCustomer,
  iban: string,
  query: FallbackTransactionsQuery,
): Promise<FallbackTransactions> {
  const now = await platform.clock.now(platform.db, session.sandboxId);
  const period = requirePeriod(query, {
    today: bankDate(now, customer.country),
    signedInSecondsAgo: (now.getTime() - session.signedInAt.getTime()) / 1000,
  });
  const account = (await accountReader.readAccounts(session)).find((each) => each.iban === iban);
  if (account === undefined) throw accountUnknown();
  const wanted = { accountId: account.accountId, ...period, limit: TRANSACTIONS_PAGE_MAX + 1, after: undefined };
  const { movements = [] } = (await accountReader.readBooked(session, wanted)) ?? {};
  return {
    iban,
    ...period,
    transactions: movements.slice(0, TRANSACTIONS_PAGE_MAX).map(toTransaction),
    isComplete: movements.length <= TRANSACTIONS_PAGE_MAX,
  };
}

/** RTS (EU) 2018/389 Art. 10(1)(b): transactions older than 90 days require a recent strong authentication. */
function requirePeriod(
  { dateFrom, dateTo }: FallbackTransactionsQuery,
  { today, signedInSecondsAgo }: { readonly today: string; readonly signedInSecondsAgo: number },
): { readonly dateFrom: string; readonly dateTo: string } {
  const oldest = addDays(today, -HISTORY_DAYS_MAX);
  const period = { dateFrom: dateFrom ?? oldest, dateTo: dateTo ?? today };
  for (const name of ['dateFrom', 'dateTo'] as const) {
    if (!isIsoDate(period[name])) throw refuse(name, 'There is no such day in the calendar.');
  }
  if (period.dateFrom > period.dateTo) throw outOfOrder(dateFrom, period);
  if (period.dateFrom < oldest && signedInSecondsAgo > SIGN_IN_CONFIRMS_SECONDS) {
    const minutes = SIGN_IN_CONFIRMS_SECONDS / 60;
    throw refuse(
      'dateFrom',
      `What is older than ${oldest} is shown in the first ${minutes} minutes after the customer has signed in. Sign him in again.`,
    );
  }
  return period;
}

function toTransaction(movement: BookedMovement) {
  const { transactionId, bookingDate, amountCents, currency, counterpartName, counterpartIban, remittance, remittanceStructured } = movement;
  return {
    transactionId,
    bookingDate,
    amount: { amount: formatCents(amountCents), currency },
    ...(counterpartName === undefined ? {} : { counterpartName }),
    ...(counterpartIban === undefined ? {} : { counterpartIban }),
    ...(remittance === undefined ? {} : { remittanceInformationUnstructured: remittance }),
    ...(remittanceStructured === undefined ? {} : { remittanceInformationStructured: remittanceStructured.reference }),
  };
}

/** The error names a parameter that was sent, because the other one has its default. */
function outOfOrder(sentFrom: string | undefined, { dateFrom, dateTo }: { readonly dateFrom: string; readonly dateTo: string }): UiRefusal {
  if (sentFrom !== undefined) return refuse('dateFrom', `dateFrom lies after dateTo, ${dateTo}.`);
  return refuse('dateTo', `dateTo lies before the first day that is read, ${dateFrom}. Send that day or a later one, or send dateFrom, too.`);
}

function refuse(name: 'dateFrom' | 'dateTo', text: string): UiRefusal {
  return new UiRefusal(400, 'FORMAT_ERROR', text, { path: `query:${name}` });
}
