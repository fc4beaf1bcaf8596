/** The developer's application: reading, changing, its secret. Making and deleting it belong to the sandbox, which it comes with. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { ApplicationChange, ApplicationIdentity, RevealedSecret } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '#platform/platform.ts';
import { applicationUnknown } from './create-tpp-apps.ts';
import type { PendingChange, RegisteredApp, RevealedAppSecret, TppApps } from './tpp-apps.ts';

/** Says nothing about the secret, not even its end. */
const MASK = '•'.repeat(12);

/** @param requireDeveloper throws UiRefusal 401, 403. */
export function registerTppAppRoutes(
  app: FastifyInstance,
  { db, write }: Pick<Platform, 'db' | 'write'>,
  tppApps: TppApps,
  requireDeveloper: (request: FastifyRequest) => Promise<{ readonly developerId: string }>,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get('/api/tpp', { schema: { response: { 200: ApplicationIdentity } } }, async (request, reply) => {
    const { developerId } = await requireDeveloper(request);
    const found = await tppApps.findByDeveloper(db, developerId);
    if (found === undefined) throw applicationUnknown();
    neverCached(reply);
    return toIdentity(found);
  });

  routes.put('/api/tpp', { schema: { body: ApplicationChange, response: { 200: ApplicationIdentity } } }, async (request) => {
    const { developerId } = await requireDeveloper(request);
    return toIdentity(await write((context) => tppApps.change(context, developerId, request.body)));
  });

  routes.delete('/api/tpp/change', { schema: { response: { 200: ApplicationIdentity } } }, async (request) => {
    const { developerId } = await requireDeveloper(request);
    return toIdentity(await write((context) => tppApps.withdrawChange(context, developerId)));
  });

  routes.post('/api/tpp/secret/reveal', { schema: { response: { 200: RevealedSecret } } }, async (request, reply) => {
    const { developerId } = await requireDeveloper(request);
    neverCached(reply);
    return toRevealed(await write((context) => tppApps.revealSecret(context, developerId)));
  });

  routes.post('/api/tpp/secret/rotation', { schema: { response: { 200: RevealedSecret } } }, async (request, reply) => {
    const { developerId } = await requireDeveloper(request);
    neverCached(reply);
    return toRevealed(await write((context) => tppApps.rotateSecret(context, developerId)));
  });
}

function neverCached(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store');
}

function toIdentity(app: RegisteredApp): ApplicationIdentity {
  const { clientId, clientName, registeredName, redirectUris, contacts, isSuspended, previousSecretUntil, admission, pendingChange } = app;
  return {
    clientId,
    clientSecret: MASK,
    clientName,
    redirectionUris: [...redirectUris],
    contacts: [...contacts],
    registeredName,
    isSuspended,
    ...validUntil(previousSecretUntil),
    ...(admission === undefined ? {} : { admission: { ...admission, roles: [...admission.roles], admittedAt: admission.admittedAt.toISOString() } }),
    ...(pendingChange === undefined ? {} : { pendingChange: toPending(pendingChange) }),
  };
}

function toPending({ requestedAt, clientName, redirectUris, contacts }: PendingChange) {
  return {
    requestedAt: requestedAt.toISOString(),
    ...(clientName === undefined ? {} : { clientName }),
    ...(redirectUris === undefined ? {} : { redirectionUris: [...redirectUris] }),
    ...(contacts === undefined ? {} : { contacts: [...contacts] }),
  };
}

function toRevealed({ clientSecret, previousSecretUntil }: RevealedAppSecret) {
  return { clientSecret, ...validUntil(previousSecretUntil) };
}

function validUntil(until: Date | undefined) {
  return until === undefined ? {} : { previousSecretValidUntil: until.toISOString() };
}
