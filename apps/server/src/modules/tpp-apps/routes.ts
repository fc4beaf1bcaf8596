/** The developer's application: reading, changing, its secret. Making and deleting it belong to the sandbox, which it comes with. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { ApplicationChange, ApplicationIdentity, ApplicationList, RevealedSecret } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Platform } from '#platform/platform.ts';
import type { TakeOwnerTurn } from '#platform/threads/owner-turns.ts';
import type { AppOwner } from './app-owner.ts';
import type { PendingChange, RegisteredApp, RevealedAppSecret, TppApps } from './tpp-apps.ts';

/** Says nothing about the secret, not even its end. */
const MASK = '•'.repeat(12);

/** @param requireOwner throws UiRefusal 400, 401, 403. */
export function registerTppAppRoutes(
  app: FastifyInstance,
  { db, write, takeTurn }: Pick<Platform, 'db' | 'write'> & { readonly takeTurn: TakeOwnerTurn },
  tppApps: TppApps,
  requireOwner: (request: FastifyRequest) => Promise<AppOwner>,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const change = <Result>({ developerId }: AppOwner, work: (context: WriteContext) => Promise<Result>) => takeTurn(developerId, () => write(work));

  routes.get('/api/tpp', { schema: { response: { 200: ApplicationIdentity } } }, async (request, reply) => {
    const owner = await requireOwner(request);
    const found = await tppApps.requireOfDeveloper(db, owner);
    neverCached(reply);
    return toIdentity(found);
  });

  routes.get('/api/tpp/applications', { schema: { response: { 200: ApplicationList } } }, async (request, reply) => {
    const { developerId } = await requireOwner(request);
    neverCached(reply);
    return (await tppApps.listOfDeveloper(db, developerId)).map(({ clientId, clientName, isSuspended }) => ({ clientId, clientName, isSuspended }));
  });

  routes.put('/api/tpp', { schema: { body: ApplicationChange, response: { 200: ApplicationIdentity } } }, async (request) => {
    const owner = await requireOwner(request);
    return toIdentity(await change(owner, (context) => tppApps.change(context, owner, request.body)));
  });

  routes.delete('/api/tpp/change', { schema: { response: { 200: ApplicationIdentity } } }, async (request) => {
    const owner = await requireOwner(request);
    return toIdentity(await change(owner, (context) => tppApps.withdrawChange(context, owner)));
  });

  routes.post('/api/tpp/secret/reveal', { schema: { response: { 200: RevealedSecret } } }, async (request, reply) => {
    const owner = await requireOwner(request);
    neverCached(reply);
    return toRevealed(await change(owner, (context) => tppApps.revealSecret(context, owner)));
  });

  routes.post('/api/tpp/secret/rotation', { schema: { response: { 200: RevealedSecret } } }, async (request, reply) => {
    const owner = await requireOwner(request);
    neverCached(reply);
    return toRevealed(await change(owner, (context) => tppApps.rotateSecret(context, owner)));
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
