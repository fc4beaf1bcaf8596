/** The overview's addresses. Whoever does not come with the cookie of the browser that connected finds nothing here. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formOf, sendPage } from '../page-answers.ts';
import { messagePage } from '../pages/layout.ts';
import type { PendingSignIn } from '../shop-store.ts';
import { describeSignInError } from '../sign-in-answer.ts';
import { beginVisit, knowBrowser, recordBrowser } from '../sign-in-visits.ts';
import { type Connection, type NamedAccount, newConnectionId, readConnection } from './connection.ts';
import { consentWords } from './consent-words.ts';
import type { Visit } from './money-call.ts';
import { accountsPage, connectPage, movementsPage, namePage } from './money-pages.ts';
import { signInEnded } from './money-problem.ts';
import { answering, type Handler, isCrossSite, type MoneyDeps, notFound, ownConnection, sendProblem, TO_MONEY, withVisit } from './money-visit.ts';

/** The bank gives the last 90 days; a day less, because its day may already be tomorrow. */
const HISTORY_DAYS = 89;
const DAY_MS = 24 * 60 * 60 * 1000;

export function registerMoneyRoutes(app: FastifyInstance, deps: MoneyDeps): void {
  app.get('/money', (request, reply) => sendPage(reply, 200, connectPage(deps.connections.listOf(knowBrowser(request, reply)))));
  app.post('/money/connect', (request, reply) => connect(deps, request, reply));
  for (const path of ['/money/:connectionId', '/money/:connectionId/refused']) app.get(path, withVisit(deps, showAccounts(deps)));
  app.get('/money/:connectionId/accounts/:resourceId', withVisit(deps, showMovements(deps)));
  app.post('/money/:connectionId/accounts', withVisit(deps, nameAccounts(deps)));
  app.post('/money/:connectionId/disconnect', withVisit(deps, disconnect(deps)));
  app.post('/money/:connectionId/sign-in', (request, reply) => signInAgain(deps, request, reply));
}

async function connect(deps: MoneyDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const chosen = isCrossSite(request) ? undefined : readConnection(formOf(request.body));
  if (chosen === undefined) {
    const text = 'The shop does not offer what was sent. Nothing was connected. Choose again.';
    return sendPage(reply, 400, messagePage({ title: 'These accounts cannot be connected', text, actions: TO_MONEY }));
  }
  const connection: Connection = {
    ...chosen,
    connectionId: newConnectionId(),
    createdAt: new Date(deps.now()).toISOString(),
    browserHash: knowBrowser(request, reply),
    consentId: undefined,
  };
  deps.connections.insert(connection);
  return toSignIn(deps, request, reply, connection);
}

async function signInAgain(deps: MoneyDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const connection = isCrossSite(request) ? undefined : ownConnection(deps, request);
  return connection === undefined ? notFound(reply) : toSignIn(deps, request, reply, connection);
}

async function toSignIn(deps: MoneyDeps, request: FastifyRequest, reply: FastifyReply, connection: Connection): Promise<FastifyReply> {
  const { connectionId, country } = connection;
  return answering(deps, reply, connection, async () =>
    reply.redirect(await beginVisit(deps, request, reply, { journeyId: connectionId, country }), 303),
  );
}

interface Return {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly callback: URL;
  readonly pending: PendingSignIn;
  readonly connection: Connection;
}

/** Back from the sign-in: a consent is asked for, unless the connection has one and only its token had run out. */
export function comeBackToMoney(deps: MoneyDeps, { request, reply, callback, pending, connection }: Return): Promise<FastifyReply> {
  const answer = callback.searchParams;
  if (answer.has('error')) {
    return sendProblem(
      deps,
      reply,
      connection,
      { status: 200, ...describeSignInError(answer), text: 'The shop learned nothing about your accounts.' },
      'signIn',
    );
  }
  return answering(deps, reply, connection, async () => {
    const token = await deps.bank.finishSignIn(callback, answer.get('state') ?? '', pending);
    deps.tokens.keep(connection.connectionId, token);
    const visit = { connection, token: token.token, customerAddress: request.ip };
    const isReady = connection.consentId !== undefined || connection.access === 'detailed';
    return isReady ? reply.redirect(`/money/${connection.connectionId}`, 303) : askConsent(deps, visit, reply, []);
  });
}

async function askConsent(deps: MoneyDeps, visit: Visit, reply: FastifyReply, named: readonly NamedAccount[]): Promise<FastifyReply> {
  const { connectionId } = visit.connection;
  const { consentId, scaRedirect } = await deps.money.createConsent(visit, named);
  deps.connections.setConsent(connectionId, consentId);
  recordBrowser(deps.store, connectionId, scaRedirect);
  return reply.redirect(scaRedirect, 303);
}

function nameAccounts(deps: MoneyDeps): Handler {
  return async (visit, request, reply) => {
    const { connection } = visit;
    if (connection.access !== 'detailed' || connection.consentId !== undefined) return reply.redirect(`/money/${connection.connectionId}`, 303);
    const form = formOf(request.body);
    const [chosen, withTransactions] = [listOf(form.account), listOf(form.transactions)];
    const listed = await deps.money.listAccounts(visit);
    const named = listed
      .filter(({ iban }) => chosen.includes(iban))
      .map(({ iban, currency }) => ({ iban, currency, withTransactions: withTransactions.includes(iban) }));
    if (named.length > 0) return askConsent(deps, visit, reply, named);
    return sendPage(reply, 400, namePage(connection, listed, deps.store.listExchanges(connection.connectionId), true));
  };
}

function showAccounts(deps: MoneyDeps): Handler {
  return async (visit, _request, reply) => {
    const { connection } = visit;
    const exchanges = () => deps.store.listExchanges(connection.connectionId);
    if (connection.consentId === undefined) {
      if (connection.access !== 'detailed') throw signInEnded();
      const listed = await deps.money.listAccounts(visit);
      return sendPage(reply, 200, namePage(connection, listed, exchanges(), false));
    }
    const consent = await deps.money.readConsent(visit);
    const accounts = consentWords(consent.status).isValid ? await deps.money.readAccounts(visit) : undefined;
    const statements = deps.statements.listOf(connection.connectionId);
    return sendPage(reply, 200, accountsPage({ connection, consent, accounts, statements, bankUrl: deps.settings.bank, exchanges: exchanges() }));
  };
}

function showMovements(deps: MoneyDeps): Handler {
  return async (visit, request, reply) => {
    const { resourceId, cursor } = { ...formOf(request.params), ...formOf(request.query) };
    const dateFrom = new Date(deps.now() - HISTORY_DAYS * DAY_MS).toISOString().slice(0, 10);
    const place = { dateFrom, cursor: typeof cursor === 'string' ? cursor : undefined };
    const movements = await deps.money.readMovements(visit, String(resourceId), place);
    const { connection } = visit;
    const exchanges = deps.store.listExchanges(connection.connectionId);
    const isFirst = place.cursor === undefined;
    return sendPage(reply, 200, movementsPage({ connection, resourceId: String(resourceId), movements, isFirst, exchanges }));
  };
}

function disconnect(deps: MoneyDeps): Handler {
  return async (visit, _request, reply) => {
    await deps.money.endConsent(visit);
    return reply.redirect(`/money/${visit.connection.connectionId}`, 303);
  };
}

/** One field or a repeated one. */
function listOf(value: unknown): readonly string[] {
  return [value].flat().filter((entry) => typeof entry === 'string');
}
