/** Refusals that come from the service itself, not from what is asked: provoked on a server of its own that is late, broken or strict. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { loadConfig } from '#platform/load-config.ts';
import { buildApp } from '../../../src/app/composition/build-app.ts';
import { playOrder } from '../../../src/app/operators/operator-commands.ts';
import { openTestDatabase } from '../../../src/testing/test-database.ts';
import { type Reply, type Request, send, withHeaders } from './wire.ts';

export interface BadDay {
  /** Too late for anything but what runs already. */
  busy(request: Request): Promise<Reply>;
  /** The look-up of tokens and applications fails for a reason that nobody foresaw. */
  broken(request: Request): Promise<Reply>;
  /** One call more from an address than a minute allows. */
  tooMany(request: Request): Promise<Reply>;
  /** During planned maintenance. */
  maintained(request: Request): Promise<Reply>;
  close(): Promise<void>;
}

const LATE_MS = 60_000;

export async function openBadDay(): Promise<BadDay> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-bad-day-'));
  const config = loadConfig({ PORTICO_DATA_DIR: join(folder, 'data'), PORTICO_RATE_LIMIT_PER_MINUTE: '1' });
  const database = await openTestDatabase();
  let delayMs = 0;
  const portico = await buildApp({ config, database, log: pino({ level: 'silent' }), readLoad: () => delayMs });
  for (const table of ['oauth_artifact', 'tpp_app']) await database.query(`alter table ${table} rename to ${table}_gone`);

  let addresses = 0;
  /** As if from an address that nobody used before: each has one call. */
  function fromElsewhere(request: Request): Request {
    addresses += 1;
    return { ...withHeaders(request, {}), address: `198.51.${Math.floor(addresses / 200)}.${1 + (addresses % 200)}` };
  }

  async function operate(command: string): Promise<void> {
    for await (const _event of playOrder(portico, { command, about: '', operator: 'mari', isConfirmed: false, file: '', options: {} }));
  }

  return {
    async busy(request) {
      delayMs = LATE_MS;
      return send(portico.app, fromElsewhere(request)).finally(() => {
        delayMs = 0;
      });
    },
    async maintained(request) {
      await operate('maintenance on');
      return send(portico.app, fromElsewhere(request)).finally(() => operate('maintenance off'));
    },
    broken: (request) => send(portico.app, fromElsewhere(request)),
    async tooMany(request) {
      const again = fromElsewhere(request);
      await send(portico.app, again);
      return send(portico.app, again);
    },
    async close() {
      await portico.stop();
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}
