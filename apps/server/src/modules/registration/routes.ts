/** `POST /api/v2/register`, at the address for mutual TLS. The certificate is examined, and the call counted, before the body is read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UiRefusal } from '#platform/http/refusal.ts';
import { noteProvenCaller } from '#platform/request-notes.ts';
import { REGISTRATION_PATH } from '../oauth/index.ts';
import type { CreatedProviderIdentity, IdentifiedProvider } from '../provider-identity/index.ts';
import type { PendingChange } from '../tpp-apps/index.ts';
import { GRANT_TYPES, type MetadataRules, RESPONSE_TYPES, readMetadata, SCOPES } from './read-metadata.ts';
import type { AskedRegistration, Registered, Registration } from './registration.ts';

/** Ten RSA keys of 4096 bits, or ten long addresses, with everything else. */
const BODY_BYTES_MAX = 32 * 1024;

export function registerRegistrationRoutes(
  app: FastifyInstance,
  registration: Registration,
  identifyProvider: CreatedProviderIdentity['identifyProvider'],
  rules: MetadataRules,
): void {
  const providers = new WeakMap<FastifyRequest, IdentifiedProvider>();
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    const found = await identifyProvider(request);
    if ('fault' in found) {
      const { code, text } = found.fault;
      if (code === 'SERVICE_UNAVAILABLE') throw new UiRefusal(503, 'UNAVAILABLE', text, { headers: { 'retry-after': '60' } });
      throw new UiRefusal(401, 'NOT_SIGNED_IN', text, { detail: code });
    }
    await registration.countCall(found, request.ip);
    providers.set(request, found);
  };
  app.post(REGISTRATION_PATH, { bodyLimit: BODY_BYTES_MAX, onRequest }, async (request, reply: FastifyReply) => {
    const provider = providers.get(request);
    if (provider === undefined) throw new Error('A registration ran without its provider.');
    const asked = readMetadata(request.body, rules);
    const registered = await registration.register(provider, asked);
    noteProvenCaller(request, registered.app.clientId);
    return reply.code(statusOf(registered)).header('cache-control', 'no-store').header('pragma', 'no-cache').send(toAnswer(registered, asked));
  });
}

/** 201: registered; 202: a change waits for an operator; 200: the values of the call are in force. RFC 7591 §3.2.1 has no status for a change. */
function statusOf({ app, issuedAt }: Registered): number {
  if (issuedAt !== undefined) return 201;
  return app.pendingChange === undefined ? 200 : 202;
}

/** `waiting`: an operator looks at the name in the certificate first; `suspended`: the bank has stopped the application. */
function statusText(isAdmitted: boolean, isSuspended: boolean): 'waiting' | 'suspended' | 'active' {
  if (!isAdmitted) return 'waiting';
  return isSuspended ? 'suspended' : 'active';
}

/** The values that an operator has to approve, by the names of RFC 7591. */
function toRequested({ changeId, requestedAt, clientName, redirectUris, contacts, jwks }: PendingChange) {
  return {
    change_id: changeId,
    requested_at: Math.floor(requestedAt.getTime() / 1000),
    ...(clientName === undefined ? {} : { client_name: clientName }),
    ...(redirectUris === undefined ? {} : { redirect_uris: redirectUris }),
    ...(contacts === undefined ? {} : { contacts }),
    ...(jwks === undefined ? {} : { jwks }),
  };
}

/** The values in force. RFC 7591 §3.2.1: all registered metadata, also what the request left out; then what the certificate and the bank add. */
function toAnswer({ app, issuedAt }: Registered, { isBoundByDpop }: AskedRegistration) {
  const { clientId, clientName, redirectUris, contacts, registeredName, admission, security, isSuspended, pendingChange } = app;
  const { profile, jwks } = security;
  return {
    client_id: clientId,
    ...(issuedAt === undefined ? {} : { client_id_issued_at: Math.floor(issuedAt.getTime() / 1000) }),
    client_name: clientName,
    redirect_uris: redirectUris,
    ...(contacts.length === 0 ? {} : { contacts }),
    token_endpoint_auth_method: jwks === undefined ? 'tls_client_auth' : 'private_key_jwt',
    ...(jwks === undefined ? {} : { jwks }),
    grant_types: GRANT_TYPES,
    response_types: RESPONSE_TYPES,
    scope: SCOPES.join(' '),
    require_pushed_authorization_requests: profile === 'fapi2',
    tls_client_certificate_bound_access_tokens: !isBoundByDpop,
    dpop_bound_access_tokens: isBoundByDpop,
    registration_status: statusText(admission !== undefined, isSuspended),
    ...(pendingChange === undefined ? {} : { requested_change: toRequested(pendingChange) }),
    ...(admission === undefined
      ? {}
      : { registered_name: registeredName, authorisation_number: admission.authorisationNumber, roles: admission.roles }),
  };
}
