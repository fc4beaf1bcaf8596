/** `GET {api}/tpp/usage…`: developers read figures of their own application: its calls, its consents and its payments. HTTP only. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { RequestUsage, RequestUsageQuery, UsageResults } from '@portico/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db, Reader } from '#platform/db/database.ts';
import { startOfPeriod, type UsagePeriod } from './usage-period.ts';
import { countUsage } from './usage-store.ts';

export interface LoggedApp {
  readonly appId: string;
  readonly sandboxId: string;
}

/** What other modules know of an application's consents and payments. */
export interface ResultsReader {
  /** Tenant time. */
  now(reader: Reader, sandboxId: string): Promise<Date>;
  /** Received since `from`, by the status at `now`; both in tenant time. */
  countConsents(reader: Reader, app: LoggedApp, from: Date, now: Date): Promise<UsageResults['consents']>;
  countPayments(reader: Reader, app: LoggedApp, from: Date): Promise<UsageResults['payments']>;
  listReadingsLeft(reader: Reader, app: LoggedApp, now: Date): Promise<UsageResults['readings']>;
}

const PATH = '/api/tpp/usage';

export function registerUsageRoutes(
  app: FastifyInstance,
  db: Db,
  requireApp: (request: FastifyRequest) => Promise<LoggedApp>,
  results: ResultsReader,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const schemaOf = <Answer>(answer: Answer) => ({ querystring: RequestUsageQuery, response: { 200: answer } });

  async function begin(request: FastifyRequest<{ Querystring: RequestUsageQuery }>, reply: FastifyReply) {
    // Without a session the answer is 401, also to a faulty query.
    const found = await requireApp(request);
    if (request.validationError !== undefined) throw request.validationError;
    reply.header('cache-control', 'no-store');
    const period: UsagePeriod = request.query.period ?? '24h';
    return { found, period };
  }

  routes.get(PATH, { schema: schemaOf(RequestUsage), attachValidation: true }, async (request, reply) => {
    const { found, period } = await begin(request, reply);
    return countUsage(db, found.appId, period);
  });

  routes.get(`${PATH}/results`, { schema: schemaOf(UsageResults), attachValidation: true }, async (request, reply) => {
    const { found, period } = await begin(request, reply);
    const now = await results.now(db, found.sandboxId);
    const from = startOfPeriod(period, now);
    const [consents, payments, readings] = await Promise.all([
      results.countConsents(db, found, from, now),
      results.countPayments(db, found, from),
      results.listReadingsLeft(db, found, now),
    ]);
    return { from: from.toISOString(), consents, payments, readings };
  });
}
