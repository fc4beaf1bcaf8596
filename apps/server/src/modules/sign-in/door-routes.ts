/** Signing in to the bank's own pages: HTTP only. Signing out is in `routes.ts`. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { BankVisit, OpenDoor, SignInLocation } from '@portico/contract';
import { DEFAULT_LOCALE } from '@portico/contract/values';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { acceptedLocale } from '#platform/http/accepted-locale.ts';
import type { Platform } from '#platform/platform.ts';
import type { SignIn } from './sign-in.ts';
import { requireVisitor, toVisitor, type VisitorDeps } from './visitor.ts';

export function registerDoorRoutes(
  instance: FastifyInstance,
  deps: VisitorDeps & {
    readonly platform: Pick<Platform, 'config' | 'db'>;
    readonly signIn: Pick<SignIn, 'open' | 'currentSession' | 'isByPerson'>;
  },
): void {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>();
  const { bankName } = deps.platform.config;

  app.post('/bank/sign-in', { schema: { body: OpenDoor, response: { 200: SignInLocation } } }, async (request, reply) => {
    const { bankCountry, returnTo } = request.body;
    const locale = request.body.locale ?? acceptedLocale(request.headers['accept-language']) ?? DEFAULT_LOCALE;
    const bank = { tppName: bankName, tppApplicationName: bankName, returnTo, cancelTo: returnTo };
    return { location: await deps.signIn.open(request, reply, { purpose: 'bank', bankCountry, locale, ...bank }) };
  });

  app.get('/bank/session', { schema: { response: { 200: BankVisit } } }, async (request) => visit(request, { touch: false }));

  app.post('/bank/session', { schema: { response: { 200: BankVisit } } }, async (request) => visit(request, { touch: true }));

  async function visit(request: FastifyRequest, options: { readonly touch: boolean }): Promise<BankVisit> {
    const visitor = await requireVisitor(deps, request, options);
    return { visitor: toVisitor(visitor), secondsLeft: visitor.session.secondsLeft };
  }
}
