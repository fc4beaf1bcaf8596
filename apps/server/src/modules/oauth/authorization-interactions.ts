/** Ends the sign-in of an authorization request: passes the customer to oidc-provider, or returns an error to the website. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type InteractionResults, type Provider } from 'oidc-provider';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { AuthorizationInteractions } from '../sign-in/index.ts';
import type { TppApps } from '../tpp-apps/index.ts';
import { PATHS } from './paths.ts';
import { signedIn } from './sign-in-result.ts';

const ENDED = 'This sign-in has ended. You are not signed in and no money has moved. Go back to the website and start again.';
const OTHER_SANDBOX = 'This website does not serve this customer. No money has moved. Sign in as one of its own test customers.';

/** `providerOf`: the provider of the version with which this browser's interaction began. */
export function createAuthorizationInteractions(
  providerOf: (request: FastifyRequest) => Provider,
  tppApps: Pick<TppApps, 'findByClientId'>,
): AuthorizationInteractions {
  return {
    async complete(request, reply, { sandboxId, customerId, authMethod, person, ...completedIn }) {
      const provider = providerOf(request);
      const interaction = await ownInteraction(provider, request, reply);
      const app = await requireReturn(tppApps, interaction.params);
      if (app?.sandboxId !== sandboxId) {
        throw new UiRefusal(400, 'CUSTOMER_UNKNOWN', OTHER_SANDBOX, { path: 'nationalIdentityNumber', detail: 'customer of another sandbox' });
      }
      return finish(provider, request, reply, signedIn({ sandboxId, customerId }, [authMethod], person, completedIn));
    },

    async deny(request, reply) {
      const provider = providerOf(request);
      await requireReturn(tppApps, (await ownInteraction(provider, request, reply)).params);
      return finish(provider, request, reply, { error: 'access_denied', error_description: 'The customer did not sign in.' });
    },
  };
}

/**
 * Returns the application if the redirect URI of the request is still registered, because its owner may remove it during the sign-in.
 * Undefined: the application was deleted.
 */
async function requireReturn(tppApps: Pick<TppApps, 'findByClientId'>, { client_id: clientId, redirect_uri: returnTo }: Params) {
  const app = typeof clientId === 'string' ? await tppApps.findByClientId(clientId) : undefined;
  if (app !== undefined && !app.redirectUris.some((uri) => uri === returnTo)) {
    throw new UiRefusal(410, 'SIGN_IN_UNKNOWN', ENDED, { detail: 'redirect URI not registered any more' });
  }
  return app;
}

type Params = Readonly<Record<string, unknown>>;

/** The interaction of this browser's cookie, which must be the one of the called page. */
async function ownInteraction(provider: Provider, request: FastifyRequest, reply: FastifyReply) {
  const interaction = await whileItLives(provider.interactionDetails(request.raw, reply.raw));
  const { url: route = '' } = request.routeOptions;
  const isItsPage = route.startsWith(`${PATHS.signIn}/:id`) && idOf(request.params) === interaction.uid;
  if (!isItsPage) throw new UiRefusal(410, 'SIGN_IN_UNKNOWN', ENDED, { detail: 'cookie of another sign-in' });
  return interaction;
}

function idOf(params: unknown): unknown {
  return typeof params === 'object' && params !== null && 'id' in params ? params.id : undefined;
}

function finish(provider: Provider, request: FastifyRequest, reply: FastifyReply, result: InteractionResults): Promise<string> {
  return whileItLives(provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false }));
}

async function whileItLives<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) throw new UiRefusal(410, 'SIGN_IN_UNKNOWN', ENDED, { cause: error });
    throw error;
  }
}
