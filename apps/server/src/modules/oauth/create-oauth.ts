/** Assembles the customers' authorization server: routes, token guard, and the functions for the sign-in page. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { AuthorizationInteractions } from '../sign-in/index.ts';
import { createTokenFinder } from './artifact-store.ts';
import { createAuthorizationInteractions } from './authorization-interactions.ts';
import { createProvider, type StartedInteraction } from './create-provider.ts';
import type { RequireToken, TokenHolder } from './oauth.ts';
import type { OAuthDeps } from './oauth-deps.ts';
import { VERSION_1, VERSION_2 } from './paths.ts';
import { createRequireToken } from './require-token.ts';
import { registerOAuthRoutes } from './routes.ts';
import { hasMtls } from './security/client-profile.ts';
import { minimumProfileOf } from './security/profile.ts';

export interface OAuth {
  readonly requireToken: RequireToken;
  /** The holder of the token with which a request was accepted. */
  holderOf(request: object): TokenHolder | undefined;
  /** The application and the customer of a token, by its SHA-256, even if the token is no longer valid. */
  holderOfToken(tokenHash: string): Promise<{ readonly appId: string; readonly customerId?: string | undefined } | undefined>;
  readonly interactions: AuthorizationInteractions;
  registerRoutes(app: FastifyInstance): Promise<void>;
}

export function createOAuth(deps: OAuthDeps): OAuth {
  const holders = new WeakMap<object, TokenHolder>();
  const findToken = createTokenFinder(deps.db, deps.selectFacts);
  const started = new WeakMap<IncomingMessage, StartedInteraction>();
  const failures = new WeakMap<IncomingMessage, Error>();
  const served = [VERSION_2, VERSION_1].map((version) => {
    const provider = createProvider(deps, version, started);
    return { version, provider, callback: provider.callback() };
  });
  for (const { provider } of served) provider.on('server_error', (ctx, error) => failures.set(ctx.req, error));
  const [latest] = served;
  if (latest === undefined) throw new Error('No version of the authorization server is served.');
  return {
    requireToken: createRequireToken(findToken, holders, {
      minimum: minimumProfileOf(deps.config, hasMtls(deps)),
      isSandbox: deps.currentCustomer !== undefined,
      origins: [deps.config.apiBase ?? deps.config.publicUrl, deps.config.publicUrl].map((url) => new URL(url).origin),
      ...(hasMtls(deps) ? { mtlsOrigin: deps.mtlsOrigin, identify: deps.identify } : {}),
    }),
    holderOf: (request) => holders.get(request),
    holderOfToken: (tokenHash) => findToken(tokenHash),
    interactions: createAuthorizationInteractions(
      (request) => (served.find(({ version }) => request.cookies[version.cookies.interaction] !== undefined) ?? latest).provider,
      deps.tppApps,
    ),
    async registerRoutes(app) {
      for (const one of served) await registerOAuthRoutes(app, deps, { ...one, started, failures });
    },
  };
}
