/** Who is let in to the overview's pages, and what becomes a page when the bank does not give what was asked. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BankClient } from '../bank-client.ts';
import { BankProblem, type Problem } from '../bank-problem.ts';
import { formOf, sendPage } from '../page-answers.ts';
import { link, messagePage } from '../pages/layout.ts';
import type { Settings } from '../settings.ts';
import type { ShopStore } from '../shop-store.ts';
import { browserHashOf } from '../sign-in-visits.ts';
import type { TokenVault } from '../token-vault.ts';
import type { Connection } from './connection.ts';
import type { ConnectionStore } from './connection-store.ts';
import type { Visit } from './money-call.ts';
import type { MoneyClient } from './money-client.ts';
import { moneyProblemPage } from './money-pages.ts';
import { MoneyProblem, signInEnded, type WayOn } from './money-problem.ts';
import type { StatementClient } from './statement-client.ts';
import type { StatementStore } from './statement-store.ts';

export interface MoneyDeps {
  readonly settings: Pick<Settings, 'publicUrl' | 'bank'>;
  readonly store: ShopStore;
  readonly connections: ConnectionStore;
  readonly bank: Pick<BankClient, 'startSignIn' | 'finishSignIn'>;
  readonly money: MoneyClient;
  readonly statements: StatementStore;
  readonly statementCalls: StatementClient;
  readonly tokens: TokenVault;
  readonly now: () => number;
}

export type Handler = (visit: Visit, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export const TO_MONEY = link('/money', 'Money overview', 'primary');

/** Lets in the browser that connected, with its token; what goes wrong becomes a page. */
export function withVisit(deps: MoneyDeps, handle: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const connection = request.method !== 'GET' && isCrossSite(request) ? undefined : ownConnection(deps, request);
    if (connection === undefined) return notFound(reply);
    return answering(deps, reply, connection, async () => {
      const token = deps.tokens.find(connection.connectionId);
      if (token === undefined) throw signInEnded();
      return handle({ connection, token, customerAddress: request.ip }, request, reply);
    });
  };
}

export function ownConnection({ connections }: MoneyDeps, request: FastifyRequest): Connection | undefined {
  const connection = connections.find(String(formOf(request.params).connectionId));
  return connection?.browserHash === browserHashOf(request) ? connection : undefined;
}

export async function answering(
  deps: MoneyDeps,
  reply: FastifyReply,
  connection: Connection,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BankProblem)) throw error;
    const { status, title, detail } = error.problem;
    const text = error instanceof MoneyProblem ? error.problem.text : 'Nothing changed at your bank. Wait a moment and try again.';
    // To a browser 401 would mean a password: the page explains it.
    const shown = { status: status === 401 ? 200 : status, title, text, detail };
    return sendProblem(deps, reply, connection, shown, error instanceof MoneyProblem ? error.wayOn : 'retry');
  }
}

export async function sendProblem(
  { store, statements }: MoneyDeps,
  reply: FastifyReply,
  connection: Connection,
  { status, title, text, detail }: Problem,
  wayOn: WayOn,
): Promise<FastifyReply> {
  const exchanges = store.listExchanges(connection.connectionId);
  const asked = statements.listOf(connection.connectionId);
  return sendPage(reply, status, moneyProblemPage({ connection, title, text, detail, wayOn, statements: asked, exchanges }));
}

export function notFound(reply: FastifyReply): FastifyReply {
  const text = 'The shop has no connection at this address for this browser. Nothing was read.';
  return sendPage(reply, 404, messagePage({ title: 'There is no such connection', text, actions: TO_MONEY }));
}

export const isCrossSite = (request: FastifyRequest) => request.headers['sec-fetch-site'] === 'cross-site';
