/** The addresses of statements, below those of the connection whose sign-in they use. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formOf, sendPage } from '../page-answers.ts';
import { recordBrowser } from '../sign-in-visits.ts';
import type { Visit } from './money-call.ts';
import { type Handler, type MoneyDeps, notFound, withVisit } from './money-visit.ts';
import { firstForm, newStatementId, readStatementForm, type Statement, type StatementForm } from './statement.ts';
import { askPage, statementPage } from './statement-pages.ts';
import { statementWords } from './statement-words.ts';

export function registerStatementRoutes(app: FastifyInstance, deps: MoneyDeps): void {
  const one = '/money/:connectionId/statements/:statementId';
  app.get('/money/:connectionId/statement', withVisit(deps, showForm(deps)));
  app.post('/money/:connectionId/statements', withVisit(deps, askStatement(deps)));
  for (const path of [one, `${one}/refused`]) app.get(path, withVisit(deps, withStatement(deps, showStatement(deps))));
  app.post(`${one}/end`, withVisit(deps, withStatement(deps, endStatement(deps))));
}

function showForm(deps: MoneyDeps): Handler {
  return async (visit, request, reply) => {
    const accounts = await deps.money.listAccounts(visit);
    return sendForm(deps, visit, reply, { accounts, form: firstForm(formOf(request.query), accounts, today(deps)) });
  };
}

function askStatement(deps: MoneyDeps): Handler {
  return async (visit, request, reply) => {
    const accounts = await deps.money.listAccounts(visit);
    const choice = readStatementForm(formOf(request.body), accounts, today(deps));
    if ('errors' in choice) return sendForm(deps, visit, reply, { accounts, form: choice });
    const { connectionId } = visit.connection;
    const statementId = newStatementId();
    const page = `${deps.settings.publicUrl}/money/${connectionId}/statements/${statementId}`;
    const { bankId, scaRedirect } = await deps.statementCalls.create(visit, choice, page);
    deps.statements.insert({ ...choice, statementId, connectionId, bankId, createdAt: new Date(deps.now()).toISOString() });
    recordBrowser(deps.store, connectionId, scaRedirect);
    return reply.redirect(scaRedirect, 303);
  };
}

interface FormShown {
  readonly accounts: Awaited<ReturnType<MoneyDeps['money']['listAccounts']>>;
  readonly form: StatementForm;
}

function sendForm(deps: MoneyDeps, { connection }: Visit, reply: FastifyReply, { accounts, form }: FormShown): FastifyReply {
  const exchanges = deps.store.listExchanges(connection.connectionId);
  const isRefused = Object.keys(form.errors).length > 0;
  return sendPage(reply, isRefused ? 400 : 200, askPage({ connection, accounts, form, today: today(deps), exchanges }));
}

type StatementHandler = (visit: Visit, statement: Statement, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

function withStatement(deps: MoneyDeps, handle: StatementHandler): Handler {
  return async (visit, request, reply) => {
    const statement = deps.statements.find(visit.connection.connectionId, String(formOf(request.params).statementId));
    return statement === undefined ? notFound(reply) : handle(visit, statement, request, reply);
  };
}

function showStatement(deps: MoneyDeps): StatementHandler {
  return async (visit, statement, request, reply) => {
    const { cursor } = formOf(request.query);
    const place = typeof cursor === 'string' ? cursor : undefined;
    const state = await deps.statementCalls.read(visit, statement.bankId);
    const isReadable = statementWords(state.status).isReadable;
    const movements = isReadable ? await deps.statementCalls.readMovements(visit, statement.bankId, place) : undefined;
    const { connection } = visit;
    const exchanges = deps.store.listExchanges(connection.connectionId);
    return sendPage(reply, 200, statementPage({ connection, statement, state, movements, isFirst: place === undefined, exchanges }));
  };
}

function endStatement(deps: MoneyDeps): StatementHandler {
  return async (visit, { bankId, connectionId, statementId }, _request, reply) => {
    await deps.statementCalls.end(visit, bankId);
    return reply.redirect(`/money/${connectionId}/statements/${statementId}`, 303);
  };
}

/** In UTC: never later than the bank's own day. */
const today = ({ now }: MoneyDeps) => new Date(now()).toISOString().slice(0, 10);
