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
  NewTestAccount,
  NewTestCustomer,
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
import type { RequireToken } from '../oauth/index.ts';
import type { DeveloperIdentity } from '../onboarding/index.ts';
import type { TppApps } from '../tpp-apps/index.ts';
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
  /** @throws UiRefusal 401, 403. */
  readonly requireDeveloper: (request: FastifyRequest) => Promise<DeveloperIdentity>;
  readonly currentDeveloper: (request: FastifyRequest) => Promise<DeveloperIdentity | undefined>;
}

const CustomerParams = Type.Object({ id: Type.String({ maxLength: 64 }) });
const AccountParams = Type.Object({ id: Type.String({ maxLength: 64 }), iban: Type.String({ maxLength: 34 }) });

export function registerSandboxRoutes(app: FastifyInstance, deps: SandboxRoutesDeps): void {
  registerDeveloperCalls(app, deps);
  registerOwnCustomers(app, deps);
  registerDocumentCalls(app, deps);
  registerTokenCalls(app, deps);
}

function registerDeveloperCalls(app: FastifyInstance, { db, sandbox, bank, tppApps, requireDeveloper, currentDeveloper }: SandboxRoutesDeps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get('/api/tpp/psu', { schema: { response: { 200: TokenUserList } } }, async (request, reply) => {
    const { developerId } = await requireDeveloper(request);
    neverCached(reply);
    return [...(await sandbox.listUsers(developerId))];
  });

  routes.post('/api/tpp/psu', { schema: { body: ActivateTokenUserBody, response: { 200: TokenUser } } }, async (request, reply) => {
    const { developerId } = await requireDeveloper(request);
    neverCached(reply);
    return sandbox.activate(developerId, {
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
      const { developerId } = await requireDeveloper(request);
      neverCached(reply);
      return [...(await sandbox.refresh(developerId))];
    },
  );

  routes.get('/api/prefills', { schema: { response: { 200: Prefills } } }, async (request, reply) => {
    const developer = await currentDeveloper(request);
    neverCached(reply);
    const own = developer && (await tppApps.findByDeveloper(db, developer.developerId));
    if (developer === undefined || own === undefined) return toPrefills(own, [], undefined);
    const users = await sandbox.listUsers(developer.developerId);
    const current = users.find(({ access_token: token }) => token !== undefined);
    if (current === undefined) return toPrefills(own, users, undefined);
    const [account] = await bank.listAccounts(db, { sandboxId: own.sandboxId, customerId: current.id });
    const { now } = await sandbox.readClock(developer.developerId);
    return toPrefills(own, users, { iban: account?.iban, today: bankDate(new Date(now), current.country) });
  });

  routes.get('/api/tpp/clock', { schema: { response: { 200: TestClock } } }, async (request) => {
    const { developerId } = await requireDeveloper(request);
    return sandbox.readClock(developerId);
  });

  routes.post('/api/tpp/clock/advance', { schema: { body: AdvanceClockBody, response: { 200: TestClock } } }, async (request) => {
    const { developerId } = await requireDeveloper(request);
    return sandbox.advanceClock(developerId, request.body);
  });

  routes.delete('/api/tpp/clock', { schema: { body: BackToRealTimeBody, response: { 200: TestClock } } }, async (request) => {
    const { developerId } = await requireDeveloper(request);
    return sandbox.backToRealTime(developerId);
  });
}

function registerOwnCustomers(app: FastifyInstance, { sandbox, requireDeveloper }: SandboxRoutesDeps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const at = '/api/tpp/customers';

  routes.post(at, { schema: { body: NewTestCustomer, response: { 201: TokenUser } } }, async (request, reply) => {
    const { developerId } = await requireDeveloper(request);
    return reply.code(201).send(await sandbox.createCustomer(developerId, request.body));
  });

  routes.delete(`${at}/:id`, { schema: { params: CustomerParams } }, async (request, reply) => {
    const { developerId } = await requireDeveloper(request);
    await sandbox.removeCustomer(developerId, request.params.id);
    return reply.code(204).send();
  });

  routes.get(`${at}/:id/accounts`, { schema: { params: CustomerParams, response: { 200: TestAccountList } } }, async (request) => {
    const { developerId } = await requireDeveloper(request);
    return [...(await sandbox.listAccounts(developerId, request.params.id))];
  });

  routes.post(
    `${at}/:id/accounts`,
    { schema: { params: CustomerParams, body: NewTestAccount, response: { 201: TestAccount } } },
    async (request, reply) => {
      const { developerId } = await requireDeveloper(request);
      return reply.code(201).send(await sandbox.addAccount(developerId, request.params.id, request.body));
    },
  );

  routes.delete(`${at}/:id/accounts/:iban`, { schema: { params: AccountParams } }, async (request, reply) => {
    const { developerId } = await requireDeveloper(request);
    await sandbox.removeAccount(developerId, request.params.id, request.params.iban);
    return reply.code(204).send();
  });

  routes.put(`${at}/:id/scenario`, { schema: { params: CustomerParams, body: ScenarioBody, response: { 200: TokenUser } } }, async (request) => {
    const { developerId } = await requireDeveloper(request);
    return sandbox.setScenario(developerId, request.params.id, request.body.scenario);
  });
}

function registerTokenCalls(app: FastifyInstance, deps: SandboxRoutesDeps): void {
  const { db, write, random, sandbox, bank, requireToken, requireTokenAtBank } = deps;
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get('/api/v1/account-list', { schema: { response: { 200: AccountListAnswer } } }, async (request) => {
    const owner = await requireTokenAtBank(request);
    if (await isHistoryDue(db, owner)) await sandbox.inSandbox(owner.sandboxId, () => write(({ tx }) => fillHistory({ random }, tx, owner)));
    const accounts = await bank.listAccounts(db, owner);
    return { accounts: accounts.map(({ iban, currency, name }) => ({ iban, currency, name })) };
  });

  routes.delete('/api/v1/sandbox/reset', async (request, reply) => {
    await sandbox.reset(await requireToken(request));
    return reply.code(204).send();
  });

  routes.get('/api/v1/client-payload', { schema: { querystring: ClientPayloadQuery, response: { 200: ClientPayload } } }, async (request) => {
    const found = await findPayload(db, await requireToken(request), request.query.apiId);
    return { payload: found?.payload ?? null, isReset: found === undefined };
  });

  // The specification's call carries the token in its body; the header is accepted instead.
  routes.delete('/api/v1/client-payload', { schema: { body: Type.Union([ForgetPayloadBody, Type.Null()]) } }, async (request, reply) => {
    const bearer = request.headers.authorization ?? (request.body === null ? undefined : `Bearer ${request.body.accessToken}`);
    await deletePayloads(db, await requireToken({ headers: { authorization: bearer } }));
    return reply.code(204).send();
  });
}

function neverCached(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store');
}
