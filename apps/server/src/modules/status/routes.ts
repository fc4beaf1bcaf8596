/** `GET {spec}/api-status…`: public, from memory, the same for everybody. HTTP only. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { ApiStatus, ApiStatusSummary, IncidentList } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { FEED_PATH, type FeedDeps, incidentFeed } from './incident-feed.ts';
import { summarise } from './read-status.ts';
import type { StatusCache } from './status-cache.ts';

const PREFIX = '/api/specs/api-status';
/** Shorter than the time between two measurements. */
const CACHING = 'public, max-age=15';
/** Of a feed in which nothing has happened yet. */
const NEVER = '1970-01-01T00:00:00.000Z';

export function registerStatusRoutes(app: FastifyInstance, { cache, feed }: { cache: StatusCache; feed: FeedDeps }): void {
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
    if (unchanged(request, reply, incidents, lastTold(incidents))) return notModified(reply);
    return reply.type('application/atom+xml; charset=utf-8').send(incidentFeed(incidents, feed, NEVER));
  });
}

function lastTold(incidents: IncidentList): string | undefined {
  return incidents
    .map(({ updates }) => updates[0]?.at ?? '')
    .reduce<string | undefined>((last, at) => (last === undefined || at > last ? at : last), undefined);
}

/** Says what it is and when it changed; true when the caller has it (RFC 9110 §13.1.2: tags are compared weakly). */
function unchanged(request: FastifyRequest, reply: FastifyReply, content: object, changedAt: string | undefined): boolean {
  const etag = `W/"${sha256Hex(JSON.stringify(content)).slice(0, 32)}"`;
  reply.headers({ 'cache-control': CACHING, etag, ...(changedAt === undefined ? {} : { 'last-modified': new Date(changedAt).toUTCString() }) });
  return (request.headers['if-none-match'] ?? '').split(',').some((tag) => ['*', etag].includes(tag.trim()));
}

const notModified = (reply: FastifyReply) => reply.code(304).send();
