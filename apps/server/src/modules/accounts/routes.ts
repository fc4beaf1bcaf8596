/** `GET /v1/accounts` and the paths below it, under a consent: HTTP only. Register with the prefix `/api/v1`. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  AccountAnswer,
  AccountsAnswer,
  BalancesAnswer,
  TransactionAnswer,
  TransactionsAnswer,
  TransactionsQuery,
  WithBalanceQuery,
} from '@portico/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { AccountRights, Consents, ConsentUse, GrantedConsent } from '#modules/access/index.ts';
import { requireRequestId } from '#platform/http/idempotency.ts';
import type { ReadableAccount } from '../bank/index.ts';
import { guardCallers, type Xs2aCaller } from '../tpp-apps/index.ts';
import { type AccountView, toAccountInformation, toBalances, toBookedTransaction } from './account-view.ts';
import type { AccountsDeps } from './accounts-deps.ts';
import { accountHref, answerTransactions } from './answer-transactions.ts';
import { accountUnknown, consentIdOf, entryUnknown, isCustomerThere, notGranted, requireRights, transactionUnknown } from './reading-refusals.ts';
import { oldestReadable, readTransactionsQuery, type TransactionsWanted } from './transactions-query.ts';

const AccountParams = Type.Object({ accountId: Type.String() });
const TransactionParams = Type.Object({ accountId: Type.String(), transactionId: Type.String() });

const NoQuery = Type.Object({}, { additionalProperties: false });

/** The caller, the consent, and whether the customer is present. */
interface Reading {
  readonly caller: Xs2aCaller;
  readonly granted: GrantedConsent;
  readonly isAttended: boolean;
}

export function registerAccountRoutes(app: FastifyInstance, deps: AccountsDeps, consents: Pick<Consents, 'require' | 'count'>): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const { reader, apiBase } = deps;
  const { onRequest, callerOf } = guardCallers(deps.requireToken);

  async function begin(request: FastifyRequest, right: Parameters<Consents['require']>[2]): Promise<Reading> {
    const caller = callerOf(request);
    const isAttended = isCustomerThere(request.headers);
    return { caller, isAttended, granted: await consents.require(caller, consentIdOf(request.headers), right) };
  }

  const count = ({ granted, isAttended }: Reading, endpoint: ConsentUse['endpoint'], resource: string) =>
    consents.count(granted, { endpoint, resource, isAttended });

  function present({ granted }: Reading, account: ReadableAccount, rights: AccountRights, withBalance = false) {
    const { consent, today } = granted;
    const { mayBalances, mayTransactions } = rights;
    const hasLinks = consent.form !== 'listOnly';
    const view: AccountView = { mayBalances, mayTransactions, withOwnerName: consent.withOwnerName, withBalance, hasLinks, today };
    return toAccountInformation(account, accountHref(apiBase, account.accountId), view);
  }

  async function requireAccount(reading: Reading, accountId: string): Promise<ReadableAccount> {
    const account = await reader.readAccount(reading.caller, accountId);
    if (account === undefined) throw accountUnknown();
    return account;
  }

  routes.route({
    method: 'GET',
    url: '/accounts',
    schema: { querystring: WithBalanceQuery, response: { 200: AccountsAnswer } },
    onRequest,
    handler: async (request) => {
      const reading = await begin(request, 'list');
      const accounts = (await reader.readAccounts(reading.caller)).flatMap((account) => {
        const rights = reading.granted.rightsOf(account.accountId);
        return rights === undefined ? [] : [present(reading, account, rights, request.query.withBalance)];
      });
      await count(reading, 'accounts', '');
      return { accounts };
    },
  });

  routes.route({
    method: 'GET',
    url: '/accounts/:accountId',
    schema: { params: AccountParams, querystring: WithBalanceQuery, response: { 200: AccountAnswer } },
    onRequest,
    handler: async (request) => {
      const { accountId } = request.params;
      const reading = await begin(request, 'account');
      const rights = requireRights(reading.granted, accountId);
      const account = await requireAccount(reading, accountId);
      await count(reading, 'account', accountId);
      return { account: present(reading, account, rights, request.query.withBalance) };
    },
  });

  routes.route({
    method: 'GET',
    url: '/accounts/:accountId/balances',
    schema: { params: AccountParams, querystring: NoQuery, response: { 200: BalancesAnswer } },
    onRequest,
    handler: async (request) => {
      const { accountId } = request.params;
      const reading = await begin(request, 'balances');
      if (!requireRights(reading.granted, accountId).mayBalances) throw notGranted('balances');
      const account = await requireAccount(reading, accountId);
      await count(reading, 'balances', accountId);
      return { account: { iban: account.iban, currency: account.currency }, balances: toBalances(account, reading.granted.today) };
    },
  });

  routes.route({
    method: 'GET',
    url: '/accounts/:accountId/transactions',
    schema: { params: AccountParams, querystring: TransactionsQuery, response: { 200: TransactionsAnswer } },
    onRequest,
    handler: async (request) => {
      const { accountId } = request.params;
      const reading = await begin(request, 'transactions');
      const { granted } = reading;
      const rights = requireRights(granted, accountId);
      if (!rights.mayTransactions) throw notGranted('transactions');
      const page = await answerTransactions(deps, reading.caller, {
        authority: { authorityId: granted.consent.consentId, accountId, countedOn: granted.today, at: granted.now.getTime() },
        query: request.query,
        requestId: requireRequestId(request),
        readWanted: () => readTransactionsQuery(request.query, granted.today),
        hrefOf: (wanted, cursor) => `${accountHref(apiBase, accountId)}/transactions?${nextQuery(wanted, cursor)}`,
      });
      if (page === 'accountUnknown') throw accountUnknown();
      // NextGenPSD2 1.3.11 §6.3.1: paging counts once, with its first page. Whether an entry exists also reveals bookings, so it counts.
      if (page === 'entryUnknown' || page.isFirst) await count(reading, 'transactions', accountId);
      if (page === 'entryUnknown') throw entryUnknown();
      // A later page is as old as its reading, but a balance would be current.
      const isBalanceWanted = page.isFirst && request.query.withBalance === true && rights.mayBalances;
      return { ...page.answer, ...(isBalanceWanted ? { balances: toBalances(page.account, granted.today) } : {}) };
    },
  });

  routes.route({
    method: 'GET',
    url: '/accounts/:accountId/transactions/:transactionId',
    schema: { params: TransactionParams, querystring: NoQuery, response: { 200: TransactionAnswer } },
    onRequest,
    handler: async (request) => {
      const { accountId, transactionId } = request.params;
      const reading = await begin(request, 'transactions');
      const { granted, caller } = reading;
      if (!requireRights(granted, accountId).mayTransactions) throw notGranted('transactions');
      const movement = await reader.readTransaction(caller, { accountId, transactionId });
      const isKnown = movement !== undefined && movement.bookingDate >= oldestReadable(granted.today);
      // A 404 also reveals that the transaction is not booked, so it counts. All misses of an account count as one, so that invented ids fill no
      // table.
      await count(reading, 'transaction', `${accountId}/${isKnown ? transactionId : ''}`);
      if (!isKnown) throw transactionUnknown();
      return { transactionsDetails: toBookedTransaction(movement) };
    },
  });
}

/** The parameters as the server understood them. Only the first page has balances. */
function nextQuery({ bookingStatus, dateFrom, dateTo, entryIdFrom, pageSize }: TransactionsWanted, cursor: string): string {
  const from = entryIdFrom === undefined ? { dateFrom, dateTo } : { entryReferenceFrom: String(entryIdFrom) };
  return new URLSearchParams({ bookingStatus, ...from, itemsPerPage: String(pageSize), cursor }).toString();
}
