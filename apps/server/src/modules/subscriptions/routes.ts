/** The calls of subscriptions. Public: the token of a mail proves that the caller reads the mails of its address. HTTP only. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { ChangeSubscriptionBody, SubscribeBody, Subscription, SubscriptionTokenBody, UnsubscribeQuery } from '@portico/contract';
import { SUBSCRIPTIONS_PATH } from '@portico/contract/values';
import type { FastifyInstance } from 'fastify';
import { UiRefusal } from '#platform/http/refusal.ts';
import type { Mail } from '#platform/mail/mail.ts';
import type { Platform } from '#platform/platform.ts';
import { changeTopics, confirmAddress, endSubscription, readSubscription, requireEnding, subscribe } from './manage-subscription.ts';
import { isOneClick } from './one-click.ts';
import { pageUrl, SPEC_PATH } from './subscription-mails.ts';

const PREFIX = `${SPEC_PATH}${SUBSCRIPTIONS_PATH}`;
const FORM_BYTES_MAX = 4 * 1024;
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

export async function registerSubscriptionRoutes(
  app: FastifyInstance,
  platform: Pick<Platform, 'config' | 'db' | 'write' | 'random'>,
  mail: Pick<Mail, 'enqueue'>,
): Promise<void> {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.post(PREFIX, { schema: { body: SubscribeBody } }, async (request, reply) => {
    await subscribe(platform, mail, request.body, { ip: request.ip, knownDeviceHash: undefined });
    return reply.code(204).send();
  });

  routes.post(`${PREFIX}/confirm`, { schema: { body: SubscriptionTokenBody, response: { 200: Subscription } } }, ({ body }) =>
    confirmAddress(platform, body.token),
  );

  routes.post(`${PREFIX}/read`, { schema: { body: SubscriptionTokenBody, response: { 200: Subscription } } }, ({ body }) =>
    readSubscription(platform, body.token),
  );

  routes.post(`${PREFIX}/change`, { schema: { body: ChangeSubscriptionBody, response: { 200: Subscription } } }, ({ body }) =>
    changeTopics(platform, body.token, body.topics),
  );

  routes.post(`${PREFIX}/end`, { schema: { body: SubscriptionTokenBody } }, async ({ body }, reply) => {
    await endSubscription(platform, body.token);
    return reply.code(204).send();
  });

  await app.register(async (scope) => registerOneClick(scope, platform));
}

/** The address in the header `List-Unsubscribe` (RFC 8058). A mail provider's server calls it, so it comes from no page of ours and has no cookie. */
async function registerOneClick(scope: FastifyInstance, platform: Parameters<typeof endSubscription>[0]): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<Buffer>(FORMS, { parseAs: 'buffer', bodyLimit: FORM_BYTES_MAX }, async (_request: unknown, bytes: Buffer) => bytes);
  const routes = scope.withTypeProvider<TypeBoxTypeProvider>();

  routes.post(
    `${PREFIX}/unsubscribe`,
    { schema: { querystring: UnsubscribeQuery }, bodyLimit: FORM_BYTES_MAX, config: { rules: { readsCookies: false } } },
    async ({ query, body, headers }, reply) => {
      if (!(await isOneClick(headers['content-type'], body))) {
        throw new UiRefusal(400, 'FORMAT_ERROR', 'The body must be the form List-Unsubscribe=One-Click. Nothing was changed.', { path: 'body' });
      }
      await endSubscription(platform, query.token);
      return reply.type('text/plain; charset=utf-8').send('The subscription has ended.\n');
    },
  );

  // Programs that open every link of a mail change nothing: the page asks first.
  routes.get(`${PREFIX}/unsubscribe`, { schema: { querystring: UnsubscribeQuery } }, async ({ query }, reply) => {
    requireEnding(platform.config, query.token);
    return reply.redirect(pageUrl(platform.config, 'end', query.token), 303);
  });
}
