/** The bank's entry to a signing page and the calls every kind has: HTTP only. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  AccountBalance,
  AccountList,
  ActivityResult,
  BalanceQuery,
  CalculatorResponseBody,
  DebtorDetails,
  SigningChallenge,
  SigningHeaders,
} from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Signing } from '../create-signing.ts';
import { tellEnd } from '../end/tell-end.ts';
import { requireAuthority } from '../entry/authority.ts';
import { enterSigning } from '../entry/enter.ts';
import { returnFromBank } from '../entry/return-from-bank.ts';
import { listEnabledAccounts, readBalance, readDebtorDetails } from '../page/debtor-accounts.ts';
import { notifyInstead } from '../page/notify-instead.ts';
import { readChallenge } from '../page/read-challenge.ts';
import { recordActivity } from '../page/record-activity.ts';
import { respondToChallenge } from '../page/respond-to-challenge.ts';
import { registerFeeRoute } from './fee-route.ts';
import { registerKindRoutes } from './kind-routes.ts';

const ReturnQuery = Type.Object({ state: Type.Optional(Type.String({ maxLength: 600 })) });
const RedirectParams = Type.Object({ reference: Type.String({ maxLength: 200 }) });

/** Registers `/bank/sca/…` and `/api/ui/…` with their full paths on the root instance. */
export function registerSigningRoutes(instance: FastifyInstance, { signing }: { signing: Signing }): void {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>();
  const { engine } = signing;
  const headers = SigningHeaders;

  app.get('/bank/sca/:reference', { schema: { params: RedirectParams } }, async (request, reply) => {
    const location = await enterSigning(engine, request, reply, request.params.reference);
    return reply.header('cache-control', 'no-store').redirect(location, 303);
  });

  // A bank may add parameters; the server ignores them.
  app.get('/bank/authentication', { schema: { querystring: ReturnQuery } }, async (request, reply) => {
    const location = await returnFromBank(engine, request, reply, request.query.state ?? '');
    return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(location, 303);
  });

  app.get('/api/ui/challenge', { schema: { headers, response: { 200: SigningChallenge } } }, async (request) =>
    tellEnd(engine, async () =>
      readChallenge(engine, await requireAuthority(engine, request, request.headers['signing-id'], { touch: false, asksBank: false })),
    ),
  );

  app.post(
    '/api/ui/challenge/response',
    { schema: { headers, body: CalculatorResponseBody, response: { 200: SigningChallenge } } },
    async (request) =>
      tellEnd(engine, async () => {
        const authority = await requireAuthority(engine, request, request.headers['signing-id'], { touch: true });
        return respondToChallenge(engine, authority, request.body.response);
      }),
  );

  app.post('/api/ui/challenge/notification', { schema: { headers, response: { 200: SigningChallenge } } }, async (request) =>
    tellEnd(engine, async () => notifyInstead(engine, await requireAuthority(engine, request, request.headers['signing-id'], { touch: true }))),
  );

  app.post('/api/ui/activity', { schema: { headers, response: { 200: ActivityResult } } }, async (request) =>
    tellEnd(engine, async () => recordActivity(engine, await requireAuthority(engine, request, request.headers['signing-id'], { touch: true }))),
  );

  app.get('/api/ui/account/list', { schema: { headers, response: { 200: AccountList } } }, async (request) =>
    tellEnd(engine, async () =>
      listEnabledAccounts(engine, await requireAuthority(engine, request, request.headers['signing-id'], { touch: false })),
    ),
  );

  app.get('/api/ui/account/balance', { schema: { headers, querystring: BalanceQuery, response: { 200: AccountBalance } } }, async (request) =>
    tellEnd(engine, async () => {
      const authority = await requireAuthority(engine, request, request.headers['signing-id'], { touch: false });
      return readBalance(engine, authority, request.query.iban);
    }),
  );

  app.get('/api/ui/customer/details', { schema: { headers, response: { 200: DebtorDetails } } }, async (request) =>
    tellEnd(engine, async () => readDebtorDetails(engine, await requireAuthority(engine, request, request.headers['signing-id'], { touch: false }))),
  );

  for (const signable of engine.signables()) registerKindRoutes(instance, engine, signable);
  registerFeeRoute(instance, engine);
}
