/** `/healthz`: the process responds. `/readyz`: it can do its work now; a balancer uses only ready servers. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../db/database.ts';
import type { Shutdown } from './graceful-stop.ts';
import { READINESS_TIMEOUT_MS } from './limits.ts';

const Health = Type.Object({ status: Type.Enum(['ok', 'stopping', 'databaseUnavailable']) }, { additionalProperties: false });

export function registerHealth(app: FastifyInstance, deps: { database: Pick<Database, 'isReady'>; shutdown: Shutdown }): void {
  app.get('/healthz', { schema: { response: { 200: Health } } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { response: { 200: Health, 503: Health } } }, async (_request, reply) => {
    if (deps.shutdown.signal.aborted) return reply.code(503).header('retry-after', '1').send({ status: 'stopping' });
    if (!(await deps.database.isReady(READINESS_TIMEOUT_MS)))
      return reply.code(503).header('retry-after', '1').send({ status: 'databaseUnavailable' });
    return { status: 'ok' };
  });
}
