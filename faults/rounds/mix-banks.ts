/**
 * F19: servers of both kinds of bank use one database. An empty database accepts the first kind, and a server of the other kind must never execute
 * its waiting orders.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CORE_SECRET, createDatabase, createFolder, freePort, openDatabase, type PorticoProcess, spawnPortico, startCore } from '@portico/testkit';
import { hasEnded, openBankUnderLoad } from '../bank-under-load.ts';
import { createFindings, type Report } from '../findings.ts';

const BROWSERS = 4;
/** `EXIT.configuration` of the server. */
const REFUSED = 78;
const READY = 'Portico is ready.';
const READY_MS_MAX = 120_000;
const POLL_MS = 50;

interface MixSettings {
  readonly say: (text: string) => void;
  readonly clusterUrl: string;
  readonly turns: number;
}

export async function mixBanks({ say, clusterUrl, turns }: MixSettings): Promise<Report> {
  const findings = createFindings('F19 · both kinds of bank on one database', say);
  const folder = await createFolder('kinds');
  const core = await startCore({ port: await freePort(), file: join(folder, 'core.db') });
  const adapter = { PORTICO_BANK: 'adapter', PORTICO_BANK_URL: core.url, PORTICO_BANK_SECRET: CORE_SECRET };
  try {
    let isOneEach = true;
    for (let turn = 1; turn <= turns; turn += 1) {
      const databaseUrl = await createDatabase(clusterUrl);
      const start = async (env: Readonly<Record<string, string>>) =>
        spawnPortico({ port: await freePort(), dataDir: join(folder, `data-${turn}`), databaseUrl, env });
      const both = [await start({ PORTICO_BANK: 'sandbox' }), await start(adapter)];
      await Promise.all(both.map(untilDecided));
      const refused = both.filter(hasEnded);
      const stored = await kindOf(databaseUrl);
      const winner = both.findIndex((portico) => !hasEnded(portico));
      isOneEach &&= refused.length === 1 && (await refused[0]?.ended()) === REFUSED && stored === ['sandbox', 'adapter'][winner];
      await Promise.all(both.map((portico) => portico.stop()));
      say(`  ${turn}/${turns} ${stored} won`);
    }
    findings.must(
      `of two servers of different kinds that started at once on an empty database, one started and one ended with ${REFUSED}, ${turns} times`,
      isOneEach,
    );

    const bank = await openBankUnderLoad({ clusterUrl, serverCount: 1, browsers: BROWSERS });
    try {
      let isEachRefused = true;
      for (let turn = 1; turn <= turns; turn += 1) {
        await bank.load.nextAcknowledgement();
        const second = spawnPortico({ port: await freePort(), dataDir: bank.place.dataDir, databaseUrl: bank.place.databaseUrl, env: adapter });
        isEachRefused &&= (await second.ended()) === REFUSED && second.output().includes('PORTICO_BANK: given "adapter"; accepted: sandbox');
      }
      findings.must(`each of ${turns} servers of the other kind ended with ${REFUSED} while customers paid`, isEachRefused);
      return await findings.conclude(bank);
    } finally {
      await bank.close();
    }
  } finally {
    await core.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

async function untilDecided(portico: PorticoProcess): Promise<void> {
  const deadline = performance.now() + READY_MS_MAX;
  while (!hasEnded(portico) && !portico.output().includes(READY) && performance.now() < deadline) await delay(POLL_MS);
}

async function kindOf(databaseUrl: string): Promise<unknown> {
  const database = await openDatabase({ dataDir: '', databaseUrl });
  const [row] = await database.query('select bank_kind from installation');
  await database.close();
  return Object(row).bank_kind;
}
