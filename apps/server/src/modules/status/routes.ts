/** `GET {spec}/api-status…`: public, from memory, the same for every caller. HTTP only. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { ApiStatus, ApiStatusSummary, IncidentList } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#platform/config.ts';
import { sendAtom } from '#platform/http/atom-feed.ts';
import { entityTag, hasTag } from '#platform/http/entity-tag.ts';
import { FEED_PATH, incidentFeed } from './incident-feed.ts';
import { summarise } from './read-status.ts';
import type { StatusCache } from './status-cache.ts';

const PREFIX = '/api/specs/api-status';
/** The same lifetime as in the cache. */
const CACHING = 'public, max-age=5';

export function registerStatusRoutes(app: FastifyInstance, config: Config, cache: StatusCache): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get(PREFIX, { schema: { response: { 200: ApiStatus } } }, async (request, reply) => {
    const status = await cache.read();
    return unchanged(request, reply, status, status.measuredAt) ? notModified(reply) : status;
  });

  routes.get(`${PREFIX}/summary`, { schema: { response: { 200: ApiStatusSummary } } }, async (request, reply) => {
    const summary = summarise(await cache.read());
    return unchanged(request, reply, summary, summary.measuredAt) ? notModified(reply) : summary;
  });

  routes.get(`${PREFIX}/incidents`, { schema: { response: { 200: IncidentList } } }, async (request, reply) => {
    const { incidents } = await cache.read();
    return unchanged(request, reply, incidents, lastTold(incidents)) ? notModified(reply) : incidents;
  });

  routes.get(FEED_PATH, async (request, reply) => {
    const { incidents } = await cache.read();
    return sendAtom(request, reply, incidentFeed(incidents, config), CACHING);
  });
}

function lastTold(incidents: IncidentList): string | undefined {
  return incidents
    .map(({ updates }) => updates[0]?.at ?? '')
    .reduce<string | undefined>((last, at) => (last === undefined || at > last ? at : last), undefined);
}

/** Callers request the same status repeatedly, so its entity tag is computed once. */
const tags = new WeakMap<object, string>();

function tagOf(content: object): string {
  const tag = tags.get(content) ?? entityTag(JSON.stringify(content));
  tags.set(content, tag);
  return tag;
}

/** Sets the entity tag and the date of the last change; true when the caller has the current version. */
function unchanged(request: FastifyRequest, reply: FastifyReply, content: object, changedAt: string | undefined): boolean {
  const etag = tagOf(content);
  reply.headers({ 'cache-control': CACHING, etag, ...(changedAt === undefined ? {} : { 'last-modified': new Date(changedAt).toUTCString() }) });
  return hasTag(request.headers['if-none-match'], etag);
}

const notModified = (reply: FastifyReply) => reply.code(304).send();
