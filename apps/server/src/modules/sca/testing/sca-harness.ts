/** The real platform, HTTP server, write door and audit log on a migrated database; customers are plain values. */
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/database.ts';
import { createWriteDoor } from '#platform/db/run-write-door.ts';
import { createHttpServer } from '#platform/http/create-http-server.ts';
import { createShutdown } from '#platform/http/graceful-stop.ts';
import { createRandom } from '#platform/random.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { createAudit } from '../../audit/index.ts';
import type { Customer } from '../../bank/index.ts';
import { createSca } from '../index.ts';
import type { ScaPlatform } from '../settle-challenge.ts';

export const SANDBOX_ID = 'sbx_test';
export const ORIGIN = 'http://localhost:3000';
export const DEVICE = 'd'.repeat(64);
/** Headers of a call from our own page. */
export const OWN_PAGE = { origin: ORIGIN, 'content-type': 'application/json', 'x-request-id': '0193c2b4-7a5e-4a6f-9c1d-2f3b4c5d6e7f' };

type TestTables = {
  sandbox: { id: string; name: string; clock_offset_ms: number };
  challenge: { challenge_id: string; created_at: Date; expires_at: Date; answers_at: Date | null; used_at: Date | null };
  audit_entry: { chain: string; position: number; event: string };
};

export function customer(customerId: string, overrides: Partial<Customer> = {}): Customer {
  return {
    sandboxId: SANDBOX_ID,
    customerId,
    userName: `ee-${customerId}`,
    country: 'ee',
    name: 'Mari Näidis',
    firstName: 'Mari',
    surname: 'Näidis',
    nationalIdentityNumber: '40504040001',
    type: 'person',
    authMethods: ['SMART_ID'],
    scenario: 'approves',
    ...overrides,
  };
}

export async function openScaHarness(settings: Partial<Pick<Config, 'bank' | 'deviceAnswerSeconds' | 'publicUrl'>> = {}) {
  const database = await openTestDatabase();
  const { db } = database;
  const tables = db.withTables<TestTables>();
  await tables.insertInto('sandbox').values({ id: SANDBOX_ID, name: 'Test', clock_offset_ms: 0 }).execute();
  const config = testConfig(settings);
  const log = pino({ level: 'silent' });
  const write = createWriteDoor({ db, appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append, log });
  const platform: ScaPlatform = { config, db, write, clock: createClock(), random: createRandom() };
  const openApp = (): Promise<FastifyInstance> => createHttpServer({ config, log, shutdown: createShutdown() });
  return { database, platform, sca: createSca({ platform }), openApp, ...timeTravel(db), auditOf: (chain: string) => auditOf(db, chain) };
}

export type ScaHarness = Awaited<ReturnType<typeof openScaHarness>>;

/** Challenges run in real time: their rows are moved into the past. Everything else runs in tenant time: the sandbox's clock is moved. */
function timeTravel(db: Db) {
  const tables = db.withTables<TestTables>();
  return {
    async ageChallenge(challengeId: string, seconds: number): Promise<void> {
      const row = await tables.selectFrom('challenge').selectAll().where('challenge_id', '=', challengeId).executeTakeFirstOrThrow();
      const earlier = (date: Date) => new Date(date.getTime() - seconds * 1000);
      await tables
        .updateTable('challenge')
        .set({ expires_at: earlier(row.expires_at), answers_at: row.answers_at === null ? null : earlier(row.answers_at) })
        .where('challenge_id', '=', challengeId)
        .execute();
    },
    async setClockOffset(seconds: number): Promise<void> {
      await tables
        .updateTable('sandbox')
        .set({ clock_offset_ms: seconds * 1000 })
        .where('id', '=', SANDBOX_ID)
        .execute();
    },
  };
}

async function auditOf(db: Db, chain: string): Promise<readonly string[]> {
  const rows = await db.withTables<TestTables>().selectFrom('audit_entry').select('event').where('chain', '=', chain).orderBy('position').execute();
  return rows.map(({ event }) => event);
}

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
    deviceAnswerSeconds: 2,
    logLevel: 'silent',
    rateLimitPerMinute: 0,
    keys: { audit: Buffer.alloc(32, 1), secrets: Buffer.alloc(32, 2), cookies: ['test'], jwks: { keys: [] } },
    ...settings,
  };
}
