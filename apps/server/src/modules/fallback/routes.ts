/** `/api/fallback/v1`: the bank's customer interface for providers. HTTP only. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  FallbackAccounts,
  FallbackPayment,
  FallbackPaymentBody,
  FallbackSession,
  FallbackSignIn,
  FallbackSignInBody,
  FallbackTransactions,
  FallbackTransactionsQuery,
  type Locale,
} from '@portico/contract';
import { DEFAULT_LOCALE } from '@portico/contract/values';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { Idempotency } from '#platform/db/run-write.ts';
import { acceptedLocale } from '#platform/http/accepted-locale.ts';
import { idempotencyOf, requireRequestId } from '#platform/http/idempotency.ts';
import type { TppApp } from '../tpp-apps/index.ts';
import type { FallbackDeps } from './fallback-deps.ts';
import { endAudited, identifyProvider, requireSignedIn, type SignedInCustomer } from './identify-provider.ts';
import { confirmPayment, orderPayment, readPayment } from './order-payment.ts';
import { readAccounts, readTransactions } from './read-accounts.ts';
import { openSignedIn, readSignIn, startSignIn } from './sign-in.ts';

const PREFIX = '/api/fallback/v1';
// Any string is accepted, so that an unknown id gets a 404.
const SignInParams = Type.Object({ signInId: Type.String() });
const AccountParams = Type.Object({ iban: Type.String() });
const PaymentParams = Type.Object({ paymentId: Type.String() });

/** Registered with the sandbox bank only. */
export function registerFallbackRoutes(app: FastifyInstance, deps: FallbackDeps): void {
  registerSignIn(app, deps);
  registerReading(app, deps);
  registerPayments(app, deps);
}

function registerSignIn(app: FastifyInstance, deps: FallbackDeps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const { onRequest, callerOf } = guard<TppApp>((request) => identifyProvider(deps, request));
  const signIns = `${PREFIX}/sign-ins`;

  routes.post(signIns, { onRequest, schema: { body: FallbackSignInBody, response: { 201: FallbackSignIn } } }, async (request, reply) =>
    reply.code(201).send(await startSignIn(deps, callerOf(request), request.body, localeOf(request))),
  );

  routes.get(`${signIns}/:signInId`, { onRequest, schema: { params: SignInParams, response: { 200: FallbackSignIn } } }, async (request) =>
    readSignIn(deps, callerOf(request), request.params.signInId),
  );

  routes.post(
    `${signIns}/:signInId/session`,
    { onRequest, schema: { params: SignInParams, response: { 201: FallbackSession } } },
    async (request, reply) => {
      const session = await openSignedIn(deps, callerOf(request), request.params.signInId);
      return reply.code(201).header('cache-control', 'no-store').send(session);
    },
  );

  const signedIn = guard<SignedInCustomer>((request) => requireSignedIn(deps, request));
  routes.delete(`${PREFIX}/session`, { onRequest: signedIn.onRequest }, async (request, reply) => {
    await endAudited(deps, signedIn.callerOf(request).session);
    return reply.code(204).send();
  });
}

function registerReading(app: FastifyInstance, deps: FallbackDeps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const { onRequest, callerOf } = guard<SignedInCustomer>((request) => requireSignedIn(deps, request));

  routes.get(`${PREFIX}/accounts`, { onRequest, schema: { response: { 200: FallbackAccounts } } }, async (request) =>
    readAccounts(deps, callerOf(request)),
  );

  routes.get(
    `${PREFIX}/accounts/:iban/transactions`,
    { onRequest, schema: { params: AccountParams, querystring: FallbackTransactionsQuery, response: { 200: FallbackTransactions } } },
    async (request) => readTransactions(deps, callerOf(request), request.params.iban, request.query),
  );
}

function registerPayments(app: FastifyInstance, deps: FallbackDeps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const { onRequest, callerOf } = guard<SignedInCustomer>((request) => requireSignedIn(deps, request));
  const payments = `${PREFIX}/payments`;
  const one = { onRequest, schema: { params: PaymentParams, response: { 200: FallbackPayment } } };

  routes.post(
    payments,
    {
      onRequest: [onRequest, async (request) => void requireRequestId(request)],
      schema: { body: FallbackPaymentBody, response: { 201: FallbackPayment } },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const more = { idempotency: customersIdempotency(request, caller), locale: localeOf(request) };
      return reply.code(201).send(await orderPayment(deps, caller, request.body, more));
    },
  );

  routes.get(`${payments}/:paymentId`, one, async (request) => readPayment(deps, callerOf(request), request.params.paymentId));

  routes.post(`${payments}/:paymentId/confirmation`, one, async (request) => confirmPayment(deps, callerOf(request), request.params.paymentId));
}

/** Runs before the body is read, so that an unauthorised caller learns nothing about it. */
function guard<Caller>(identify: (request: FastifyRequest) => Promise<Caller>) {
  const callers = new WeakMap<FastifyRequest, { readonly caller: Caller }>();
  return {
    async onRequest(request: FastifyRequest): Promise<void> {
      callers.set(request, { caller: await identify(request) });
    },
    callerOf(request: FastifyRequest): Caller {
      const known = callers.get(request);
      if (known === undefined) throw new Error('A route ran without its guard.');
      return known.caller;
    },
  };
}

/** The digest includes customer and person: the same id in the session of another one makes another request. */
function customersIdempotency(request: FastifyRequest, { app, session }: SignedInCustomer): Idempotency {
  const idempotency = idempotencyOf(request, app.appId);
  return {
    ...idempotency,
    digest: sha256Hex(`${idempotency.digest} ${session.sandboxId} ${session.customerId}${session.person === undefined ? '' : ` ${session.person}`}`),
  };
}

const localeOf = ({ headers }: FastifyRequest): Locale => acceptedLocale(headers['accept-language']) ?? DEFAULT_LOCALE;
