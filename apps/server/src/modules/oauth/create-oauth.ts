/** The customers' authorization server, put together: routes, guard, and what the sign-in page needs of it. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { AuthorizationInteractions, SignIn } from '../sign-in/index.ts';
import { createAuthorizationInteractions } from './authorization-interactions.ts';
import { createProvider, type ProviderDeps, type StartedInteraction } from './create-provider.ts';
import type { RequireToken, TokenHolder } from './oauth.ts';
import { createRequireToken } from './require-token.ts';
import { registerOAuthRoutes } from './routes.ts';

export interface OAuthDeps extends ProviderDeps {
  /** `signIn.open`; a function, because the sign-in in turn needs {@link OAuth.interactions}. */
  readonly openSignIn: SignIn['open'];
}

export interface OAuth {
  readonly requireToken: RequireToken;
  /** Who stood behind the token that a request passed with. */
  holderOf(request: object): TokenHolder | undefined;
  readonly interactions: AuthorizationInteractions;
  registerRoutes(app: FastifyInstance): Promise<void>;
}

export function createOAuth(deps: OAuthDeps): OAuth {
  const holders = new WeakMap<object, TokenHolder>();
  const started = new WeakMap<IncomingMessage, StartedInteraction>();
  const failures = new WeakMap<IncomingMessage, Error>();
  const provider = createProvider(deps, started);
  provider.on('server_error', (ctx, error) => failures.set(ctx.req, error));
  return {
    requireToken: createRequireToken(deps.db, holders),
    holderOf: (request) => holders.get(request),
    interactions: createAuthorizationInteractions(provider, deps.tppApps),
    registerRoutes: (app) => registerOAuthRoutes(app, { provider, started, failures, tppApps: deps.tppApps, openSignIn: deps.openSignIn }),
  };
}
