/**
 * The real platform on a migrated database with one sandbox, for tests of modules. Only jobs are left out. The caller passes the audit log, because
 * it is a module. `setClockOffset` moves tenant time.
 */
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Config } from '#platform/config.ts';
import type { AppendAudit } from '#platform/db/run-write.ts';
import { createWriteDoor } from '#platform/db/run-write-door.ts';
import { createHttpServer } from '#platform/http/create-http-server.ts';
import { createShutdown } from '#platform/http/graceful-stop.ts';
import { createRandom } from '#platform/random.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { setClock } from './set-clock.ts';
import { openTestDatabase } from './test-database.ts';

const SANDBOX_ID = 'sbx_test';
const ORIGIN = 'http://localhost:3000';

export async function openTestPlatform(options: { appendAudit: AppendAudit; config?: Partial<Config> }) {
  const config = testConfig(options.config ?? {});
  const database = await openTestDatabase();
  const { db, query } = database;
  await query('insert into sandbox (id, name) values ($1, $2)', [SANDBOX_ID, 'Test']);
  const log = pino({ level: 'silent' });
  const write = createWriteDoor({ db, appendAudit: options.appendAudit, log });
  return {
    database,
    platform: { config, db, write, clock: createClock(), random: createRandom(), log },
    openApp: (): Promise<FastifyInstance> => createHttpServer({ config, log, shutdown: createShutdown() }),
    setClockOffset: (seconds: number) => setClock(database, seconds * 1000, SANDBOX_ID),
    /** Events of one audit chain, oldest first. */
    async auditOf(chain: string): Promise<readonly unknown[]> {
      const { rows } = await query(`select array_agg(event order by position) as events from audit_entry where chain = $1`, [chain]);
      const [row] = rows;
      return typeof row === 'object' && row !== null && 'events' in row && Array.isArray(row.events) ? row.events : [];
    },
    /** Headers of a call that changes something, from the service's own page. */
    ownPage: { origin: config.publicUrl, 'content-type': 'application/json', 'x-request-id': '0193c2b4-7a5e-4a6f-9c1d-2f3b4c5d6e7f' },
  };
}

export type TestPlatform = Awaited<ReturnType<typeof openTestPlatform>>;

function testConfig(settings: Partial<Config>): Config {
  const publicUrl = settings.publicUrl ?? ORIGIN;
  return {
    mode: 'development',
    bank: 'sandbox',
    host: '127.0.0.1',
    port: 0,
    publicUrl,
    apiBase: `${publicUrl}/api`,
    contentBase: `${publicUrl}/content`,
    sandboxBase: `${publicUrl}/api`,
    identityBase: `${publicUrl}/identity`,
    allowedOrigins: [],
    databaseUrl: undefined,
    dataDir: '',
    productName: 'Portico',
    bankName: 'Portico Bank',
    bankLegalName: 'Portico Bank (fictitious)',
    supportContact: 'support@example.com',
    mailFrom: 'no-reply@portico-bank.example',
    deviceAnswerSeconds: 2,
    logLevel: 'silent',
    rateLimitPerMinute: 0,
    keys: { audit: Buffer.alloc(32, 1), secrets: Buffer.alloc(32, 2), cookies: ['test'], jwks: { keys: [] } },
    ...settings,
  };
}
