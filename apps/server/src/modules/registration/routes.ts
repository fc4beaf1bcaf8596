/** `POST /api/v2/register`, at the address for mutual TLS. The certificate is examined before the body is read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UiRefusal } from '#platform/http/refusal.ts';
import { noteProvenCaller } from '#platform/request-notes.ts';
import { REGISTRATION_PATH } from '../oauth/index.ts';
import type { CreatedProviderIdentity, IdentifiedProvider } from '../provider-identity/index.ts';
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
    if (!('fault' in found)) return void providers.set(request, found);
    const { code, text } = found.fault;
    if (code === 'SERVICE_UNAVAILABLE') throw new UiRefusal(503, 'UNAVAILABLE', text, { headers: { 'retry-after': '60' } });
    throw new UiRefusal(401, 'NOT_SIGNED_IN', text, { detail: code });
  };
  app.post(REGISTRATION_PATH, { bodyLimit: BODY_BYTES_MAX, onRequest }, async (request, reply: FastifyReply) => {
    const provider = providers.get(request);
    if (provider === undefined) throw new Error('A registration ran without its provider.');
    const asked = readMetadata(request.body, rules);
    const registered = await registration.register(provider, asked, request.ip);
    noteProvenCaller(request, registered.app.clientId);
    return reply.code(201).header('cache-control', 'no-store').header('pragma', 'no-cache').send(toAnswer(registered, asked));
  });
}

/** RFC 7591 §3.2.1: all registered metadata, also what the request left out; then what the certificate and the bank add. */
function toAnswer({ app, issuedAt }: Registered, { isBoundByDpop }: AskedRegistration) {
  const { clientId, clientName, redirectUris, contacts, registeredName, admission, security } = app;
  const { profile, jwks } = security;
  return {
    client_id: clientId,
    client_id_issued_at: Math.floor(issuedAt.getTime() / 1000),
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
    registration_status: admission === undefined ? 'waiting' : 'active',
    ...(admission === undefined
      ? {}
      : { registered_name: registeredName, authorisation_number: admission.authorisationNumber, roles: admission.roles }),
  };
}
