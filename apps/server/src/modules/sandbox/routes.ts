/** The sandbox's calls: those with the developer's session, and those with a test customer's token. HTTP only. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  AccountListAnswer,
  ActivateTokenUserBody,
  AdvanceClockBody,
  BackToRealTimeBody,
  ClientPayload,
  ClientPayloadQuery,
  ForgetPayloadBody,
  NewCustomerBody,
  NewTestAccount,
  Prefills,
  ScenarioBody,
  TestAccount,
  TestAccountList,
  TestClock,
  TokenUser,
  TokenUserList,
} from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Db } from '#platform/db/database.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import type { Random } from '#platform/random.ts';
import { type Bank, bankDate } from '../bank/index.ts';
import { fillHistory, isHistoryDue } from '../bank-sandbox/index.ts';
import type { RequireToken, TokenHolder, TokenRequest } from '../oauth/index.ts';
import type { RequireSignature } from '../provider-identity/index.ts';
import { type AppOwner, requireRole, type TppApps } from '../tpp-apps/index.ts';
import { deletePayloads, findPayload } from './developer/current-customer-store.ts';
import { toPrefills } from './developer/prefills.ts';
import { registerDocumentCalls } from './document/document-routes.ts';
import type { Sandbox } from './sandbox.ts';

export interface SandboxRoutesDeps {
  readonly db: Db;
  readonly write: RunWrite;
  readonly random: Random;
  readonly sandbox: Sandbox;
  readonly bank: Pick<Bank, 'listAccounts'>;
  readonly tppApps: Pick<TppApps, 'findByDeveloper'>;
  /** For calls about the sandbox itself, which is there while a scenario has the bank down. */
  readonly requireToken: RequireToken;
  /** For calls behind which the bank stands. */
  readonly requireTokenAtBank: RequireToken;
  readonly requireSignature: RequireSignature;
  /** @throws UiRefusal 400, 401, 403. */
  readonly requireOwner: (request: FastifyRequest) => Promise<AppOwner>;
  /** @throws UiRefusal 400. */
  readonly currentOwner: (request: FastifyRequest) => Promise<AppOwner | undefined>;
}

const CustomerParams = Type.Object({ id: Type.String({ maxLength: 64 }) });
const AccountParams = Type.Object({ id: Type.String({ maxLength: 64 }), iban: Type.String({ maxLength: 34 }) });

export function registerSandboxRoutes(app: FastifyInstance, deps: SandboxRoutesDeps): void {
  registerDeveloperCalls(app, deps);
  registerOwnCustomers(app, deps);
  registerDocumentCalls(app, deps);
  registerTokenCalls(app, deps);
}

function registerDeveloperCalls(app: FastifyInstance, { db, sandbox, bank, tppApps, requireOwner, currentOwner }: SandboxRoutesDeps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get('/api/tpp/psu', { schema: { response: { 200: TokenUserList } } }, async (request, reply) => {
    const owner = await requireOwner(request);
    neverCached(reply);
    return [...(await sandbox.listUsers(owner))];
  });

  routes.post('/api/tpp/psu', { schema: { body: ActivateTokenUserBody, response: { 200: TokenUser } } }, async (request, reply) => {
    const owner = await requireOwner(request);
    neverCached(reply);
    return sandbox.activate(owner, {
      id: request.body.id,
      userName: request.body.userName,
      shownToken: request.body.access_token ?? undefined,
    });
  });

  // State-changing though a GET: the guard against foreign pages treats it like a POST.
  routes.get(
    '/api/tpp/refresh',
    { config: { rules: { changesState: true } }, schema: { response: { 200: TokenUserList } } },
    async (request, reply) => {
      const owner = await requireOwner(request);
      neverCached(reply);
      return [...(await sandbox.refresh(owner))];
    },
  );

  routes.get('/api/prefills', { schema: { response: { 200: Prefills } } }, async (request, reply) => {
    const found = await currentOwner(request);
    neverCached(reply);
    const own = found && (await tppApps.findByDeveloper(db, found));
    if (found === undefined || own === undefined) return toPrefills(own, [], undefined);
    const owner = { ...found, clientId: own.clientId };
    const users = await sandbox.listUsers(owner);
    const current = users.find(({ access_token: token }) => token !== undefined);
    if (current === undefined) return toPrefills(own, users, undefined);
    const [account] = await bank.listAccounts(db, { sandboxId: own.sandboxId, customerId: current.id });
    const { now } = await sandbox.readClock(owner);
    return toPrefills(own, users, { iban: account?.iban, today: bankDate(new Date(now), current.country) });
  });

  routes.get('/api/tpp/clock', { schema: { response: { 200: TestClock } } }, async (request) => {
    const owner = await requireOwner(request);
    return sandbox.readClock(owner);
  });

  routes.post('/api/tpp/clock/advance', { schema: { body: AdvanceClockBody, response: { 200: TestClock } } }, async (request) => {
    const owner = await requireOwner(request);
    return sandbox.advanceClock(owner, request.body);
  });

  routes.delete('/api/tpp/clock', { schema: { body: BackToRealTimeBody, response: { 200: TestClock } } }, async (request) => {
    const owner = await requireOwner(request);
    return sandbox.backToRealTime(owner);
  });
}

function registerOwnCustomers(app: FastifyInstance, { sandbox, requireOwner }: SandboxRoutesDeps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const at = '/api/tpp/customers';

  routes.post(at, { schema: { body: NewCustomerBody, response: { 201: TokenUser } } }, async (request, reply) => {
    const owner = await requireOwner(request);
    return reply.code(201).send(await sandbox.createCustomer(owner, request.body));
  });

  routes.delete(`${at}/:id`, { schema: { params: CustomerParams } }, async (request, reply) => {
    const owner = await requireOwner(request);
    await sandbox.removeCustomer(owner, request.params.id);
    return reply.code(204).send();
  });

  routes.get(`${at}/:id/accounts`, { schema: { params: CustomerParams, response: { 200: TestAccountList } } }, async (request) => {
    const owner = await requireOwner(request);
    return [...(await sandbox.listAccounts(owner, request.params.id))];
  });

  routes.post(
    `${at}/:id/accounts`,
    { schema: { params: CustomerParams, body: NewTestAccount, response: { 201: TestAccount } } },
    async (request, reply) => {
      const owner = await requireOwner(request);
      return reply.code(201).send(await sandbox.addAccount(owner, request.params.id, request.body));
    },
  );

  routes.delete(`${at}/:id/accounts/:iban`, { schema: { params: AccountParams } }, async (request, reply) => {
    const owner = await requireOwner(request);
    await sandbox.removeAccount(owner, request.params.id, request.params.iban);
    return reply.code(204).send();
  });

  routes.put(`${at}/:id/scenario`, { schema: { params: CustomerParams, body: ScenarioBody, response: { 200: TokenUser } } }, async (request) => {
    const owner = await requireOwner(request);
    return sandbox.setScenario(owner, request.params.id, request.body.scenario);
  });
}

function registerTokenCalls(app: FastifyInstance, deps: SandboxRoutesDeps): void {
  const { db, write, random, sandbox, bank, requireToken, requireTokenAtBank } = deps;
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  /**
   * Pages of the portal call with the token of the Tokens page: a browser attaches no certificate and signs nothing, and the page shows the sandbox of
   * an application with any role. Every other call is checked as those of the API are.
   */
  async function requireCaller(request: FastifyRequest, guard: RequireToken, asked: TokenRequest = request): Promise<TokenHolder> {
    const holder = await guard(asked);
    if (holder.boundBy === 'portal' && holder.certificate === undefined) return holder;
    requireRole(request, holder);
    await deps.requireSignature(request, holder);
    return holder;
  }

  routes.get('/api/v1/account-list', { schema: { response: { 200: AccountListAnswer } } }, async (request) => {
    const owner = await requireCaller(request, requireTokenAtBank);
    if (await isHistoryDue(db, owner)) await sandbox.inSandbox(owner.sandboxId, () => write(({ tx }) => fillHistory({ random }, tx, owner)));
    const accounts = await bank.listAccounts(db, owner);
    return { accounts: accounts.map(({ iban, currency, name }) => ({ iban, currency, name })) };
  });

  routes.delete('/api/v1/sandbox/reset', async (request, reply) => {
    await sandbox.reset(await requireCaller(request, requireToken));
    return reply.code(204).send();
  });

  routes.get('/api/v1/client-payload', { schema: { querystring: ClientPayloadQuery, response: { 200: ClientPayload } } }, async (request) => {
    const found = await findPayload(db, await requireCaller(request, requireToken), request.query.apiId);
    return { payload: found?.payload ?? null, isReset: found === undefined };
  });

  // The specification's call carries the token in its body; the header is accepted instead.
  routes.delete('/api/v1/client-payload', { schema: { body: Type.Union([ForgetPayloadBody, Type.Null()]) } }, async (request, reply) => {
    const bearer = request.headers.authorization ?? (request.body === null ? undefined : `Bearer ${request.body.accessToken}`);
    const { raw, method, url } = request;
    const asked = { raw, method, url, headers: { ...request.headers, authorization: bearer } };
    await deletePayloads(db, await requireCaller(request, requireToken, asked));
    return reply.code(204).send();
  });
}

function neverCached(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store');
}
