/**
 * `npm run bench` runs every measurement, or the named ones (`-- start page signing`). Each replaces its section of RESULTS.md and its figures in
 * `results/`. The exit code is 1 when a budget is exceeded. `signing-postgres` is signing without the embedded database, `growth` the same with ten
 * million payments. Options: `--payments 10000,1000000` for signing, `--seconds 8` for every alternating load, `--developers 100,10000` for
 * developers, `--bookings 10000,1000000` for accounts, `--signed 300`, `--items 1000` and `--due 10000` for kinds of payments, `--lines 10000000` for
 * statistics, `--requests 100000` for replace, `--rounds 3` for all. `explorer` and `landing` download other explorers and Lighthouse from the
 * package registry, so they run only by name. `--standard FILE` gives the explorer the Berlin Group's document, which this repository may not
 * include. `--documents own,medium` and `--peers RapiDoc` select documents and explorers.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServers } from '../e2e/support/servers.ts';
import { startPostgres } from '../tools/postgres-cluster.mjs';
import budgets from './budgets.json' with { type: 'json' };
import { describeAccounts, readingGrowth, shareOfBareReading } from './describe-accounts.ts';
import { describeDevelopers, developersGrowth, guardShare } from './describe-developers.ts';
import { brokenPromises, describeExplorer } from './describe-explorer.ts';
import { brokenIdentity, describeIdentity } from './describe-identity.ts';
import { describeKinds } from './describe-kinds.ts';
import { brokenLanding, describeLanding } from './describe-landing.ts';
import { describePages, describeStart, scriptAndStyleBytes, timesOfBarePage } from './describe-pages.ts';
import { brokenReceipts, describeReceipts } from './describe-receipts.ts';
import { describeReplacement, failures } from './describe-replacement.ts';
import { describeEmbedded, describeSigning, growth, shareOfBare, shareOfInProcess } from './describe-signing.ts';
import { brokenStatistics, describeStatistics } from './describe-statistics.ts';
import { brokenStatus, describeStatus } from './describe-status.ts';
import { describeTelemetry } from './describe-telemetry.ts';
import { describeTokens, timesOfBare } from './describe-tokens.ts';
import { keepResults } from './keep-results.ts';
import { type AccountsCost, measureAccounts, READS } from './measure-accounts.ts';
import { type DevelopersCost, measureDevelopers } from './measure-developers.ts';
import { measureExplorer } from './measure-explorer.ts';
import { measureIdentity } from './measure-identity.ts';
import { measureKinds } from './measure-kinds.ts';
import { measureLanding } from './measure-landing.ts';
import { measureReceipts } from './measure-receipts.ts';
import { measureReplacement } from './measure-replacement.ts';
import { measureSigning, type SigningCost } from './measure-signing.ts';
import { measureSigningEmbedded } from './measure-signing-embedded.ts';
import { measureSigningPages } from './measure-signing-page.ts';
import { measureStart } from './measure-start.ts';
import { measureStatistics, type StatisticsCost } from './measure-statistics.ts';
import { measureStatus } from './measure-status.ts';
import { measureTelemetry } from './measure-telemetry.ts';
import { measureTokens } from './measure-tokens.ts';
import { onPostgres, POSTGRES_SETTINGS } from './on-postgres.ts';
import { positionals, rounds, seconds, values } from './options.ts';

/** Sizes for the embedded database, which is limited by memory. */
const EMBEDDED_PAYMENTS = 10_000;
const EMBEDDED_DEVELOPERS = 1_000;
/** Numbers of payments. It takes nearly half an hour and 60 GB of disk, so it is measured only by name. */
const GROWTH = '10000,10000000';

const folder = await mkdtemp(join(tmpdir(), 'portico-bench-'));
const broken: string[] = [];

function report(section: string, figures: unknown): void {
  console.log(section);
  keepResults(section, figures);
}

function expectBudget(isKept: boolean, text: string): void {
  if (!isKept) broken.push(text);
}

/** Used on PostgreSQL only: the embedded database uses the server's own memory. */
function expectMemory(when: string, megabytes: number | undefined): void {
  expectBudget((megabytes ?? 0) <= budgets.serverMegabytesMax, `${when}: the server needs ${megabytes?.toFixed(0)} MB of memory.`);
}

async function start(): Promise<void> {
  const postgres = await startPostgres(POSTGRES_SETTINGS);
  const cost = await measureStart(folder, postgres?.url).finally(() => postgres?.stop());
  report(describeStart(cost), cost);
  for (const [database, times] of Object.entries(cost)) {
    if (times === undefined) continue;
    const { median } = times.warmSeconds;
    expectBudget(median <= budgets.warmStartSecondsMax, `${database}: a warm start takes ${median.toFixed(1)} s.`);
  }
  expectMemory('idle', cost.postgres?.idleMb);
}

async function page(): Promise<void> {
  const servers = await startServers({ env: { PORTICO_DEVICE_ANSWER_SECONDS: '0' } });
  const costs = await measureSigningPages(servers.portalUrl, rounds).finally(() => servers.stop());
  const budget = { kilobytes: budgets.signingPageScriptAndStyleKilobytes, timesOfBare: budgets.signingPageTimesOfBareMax };
  report(describePages(costs, budget, rounds), costs);
  for (const cost of costs) {
    const times = timesOfBarePage(cost);
    expectBudget(scriptAndStyleBytes(cost) <= budget.kilobytes * 1000, `The page of a ${cost.flow} costs more than ${budget.kilobytes} kB.`);
    expectBudget(times <= budget.timesOfBare, `The page of a ${cost.flow} takes ${times.toFixed(2)} times as long as a bare one.`);
  }
}

async function explorer(): Promise<void> {
  const costs = await measureExplorer({
    folder,
    rounds,
    standard: values.standard,
    documents: values.documents?.split(','),
    peers: values.peers?.split(','),
  });
  report(describeExplorer(costs, rounds), costs);
  for (const text of brokenPromises(costs, budgets.explorer)) expectBudget(false, text);
}

async function signing(): Promise<void> {
  const [captured] = await signingPostgres();
  if (captured === undefined) return;
  const embedded = await measureSigningEmbedded({ folder, rounds, seconds }, captured, EMBEDDED_PAYMENTS);
  report(describeEmbedded(embedded), embedded);
  expectBudget(
    shareOfInProcess(embedded) >= budgets.signingShareOfInProcessMin,
    `Signing reaches ${shareOfInProcess(embedded).toFixed(2)} of the embedded engine.`,
  );
}

/** Returns one result for each number of payments; none where PostgreSQL is not installed. */
async function signingPostgres(title = 'Signing on PostgreSQL', sizes = values.payments): Promise<readonly SigningCost[]> {
  const costs = await onPostgres('signing is', async ({ url, bin }) => {
    const measured: SigningCost[] = [];
    for (const payments of sizes.split(',').map(Number)) {
      measured.push(await measureSigning({ clusterUrl: url, bin, folder, rounds, seconds }, payments));
    }
    return measured;
  });
  if (costs === undefined) return [];
  const settings = Object.entries(POSTGRES_SETTINGS).map(([name, value]) => `${name}=${value}`);
  report(describeSigning(title, costs, `PostgreSQL with ${settings.join(', ')}; ${rounds} rounds of ${seconds} s.`), costs);
  const largest = costs.at(-1);
  if (largest !== undefined) {
    expectBudget(
      shareOfBare(largest) >= budgets.signingShareOfBareServerMin,
      `Signing reaches ${shareOfBare(largest).toFixed(2)} of the bare server.`,
    );
  }
  for (const cost of costs) {
    expectMemory(`signing among ${cost.payments} payments`, cost.memoryMb);
    const { p99 } = cost.afterAnswer;
    expectBudget(
      p99 <= budgets.signingAfterAnswerP99MillisecondsMax,
      `From the device's answer to the end of the PUT it takes ${p99.toFixed(0)} ms.`,
    );
  }
  expectBudget((growth(costs) ?? 0) <= budgets.signingGrowthMax, `With more payments signing takes ${growth(costs)?.toFixed(2)} times as long.`);
  return costs;
}

async function developers(): Promise<void> {
  const [few = 100, many = 10_000] = values.developers.split(',').map(Number);
  const shape = { folder, rounds, seconds, few };
  const costs = new Map<string, DevelopersCost>();
  const postgres = await startPostgres(POSTGRES_SETTINGS);
  if (postgres === undefined) console.log('No PostgreSQL is installed here: developers are measured on the embedded database only.');
  else costs.set('PostgreSQL', await measureDevelopers({ ...shape, clusterUrl: postgres.url, many }).finally(() => postgres.stop()));
  costs.set('embedded', await measureDevelopers({ ...shape, many: Math.min(many, EMBEDDED_DEVELOPERS) }));
  report(describeDevelopers(costs), costs);
  for (const [name, cost] of costs) {
    expectBudget(guardShare(cost) >= budgets.guardShareMin, `${name}: the guard leaves ${guardShare(cost).toFixed(2)} of the throughput.`);
    const { applicationDatabaseMs = 0, firstRead } = cost;
    expectBudget(
      applicationDatabaseMs <= budgets.applicationDatabaseMillisecondsMax,
      `${name}: an application takes ${applicationDatabaseMs.toFixed(1)} ms of the database.`,
    );
    expectBudget(firstRead.p50 <= budgets.firstReadMillisecondsMax, `${name}: the first read of a history takes ${firstRead.p50.toFixed(0)} ms.`);
    expectBudget(
      developersGrowth(cost) <= budgets.developersGrowthMax,
      `${name}: among many developers a call takes ${developersGrowth(cost).toFixed(2)} times as long.`,
    );
  }
}

async function accounts(): Promise<void> {
  const costs = await onPostgres('reading accounts is', async ({ url }) => {
    const measured: AccountsCost[] = [];
    for (const bookings of values.bookings.split(',').map(Number)) {
      measured.push(await measureAccounts({ clusterUrl: url, folder, rounds, seconds }, bookings));
    }
    return measured;
  });
  if (costs === undefined) return;
  report(describeAccounts(costs, `PostgreSQL as for signing; ${rounds} rounds of ${seconds} s.`), costs);
  for (const read of READS) {
    const share = shareOfBareReading(costs, read);
    expectBudget(share >= budgets.readingShareOfBareServerMin, `Reading ${read} reaches ${share.toFixed(2)} of the bare server.`);
    const growth = readingGrowth(costs, read) ?? 0;
    expectBudget(growth <= budgets.readingGrowthMax, `With more bookings reading ${read} takes ${growth.toFixed(2)} times as long.`);
  }
}

async function tokens(): Promise<void> {
  const cost = await onPostgres('the token exchange is', ({ url, data }) => measureTokens({ clusterUrl: url, clusterData: data, folder, rounds }));
  if (cost === undefined) return;
  const budget = budgets.tokenTimesOfBareProviderMax;
  report(describeTokens(cost, budget, `PostgreSQL as for signing; ${rounds} rounds.`), cost);
  expectMemory('exchanging tokens', cost.peakMb);
  expectBudget(timesOfBare(cost) <= budget, `A token exchange takes ${timesOfBare(cost).toFixed(2)} times that of the bare provider.`);
}

async function kinds(): Promise<void> {
  const sizes = { signed: Number(values.signed), items: Number(values.items), due: Number(values.due) };
  const cost = await onPostgres('the kinds of payments are', ({ url }) => measureKinds({ clusterUrl: url, folder, rounds, ...sizes }));
  if (cost === undefined) return;
  report(describeKinds(cost, `PostgreSQL as for signing; ${rounds} rounds.`), cost);
}

async function statistics(): Promise<void> {
  const costs = await onPostgres('statistics are', async ({ url }) => {
    const measured: StatisticsCost[] = [];
    for (const lines of values.lines.split(',').map(Number)) measured.push(await measureStatistics({ clusterUrl: url, folder, rounds }, lines));
    return measured;
  });
  if (costs === undefined) return;
  report(describeStatistics(costs, `PostgreSQL as for signing; ${rounds} rounds.`), costs);
  for (const text of brokenStatistics(costs, budgets)) expectBudget(false, text);
}

async function replace(): Promise<void> {
  const replaced = await onPostgres('replacing servers is', ({ url }) => measureReplacement({ clusterUrl: url, folder }, Number(values.requests)));
  if (replaced === undefined) return;
  report(describeReplacement(replaced), replaced);
  expectBudget(failures(replaced) === 0, `${failures(replaced)} requests failed while servers were replaced.`);
  expectBudget(replaced.acknowledged === replaced.booked, `${replaced.acknowledged} payments were acknowledged, ${replaced.booked} booked.`);
}

async function receipts(): Promise<void> {
  const cost = await onPostgres('reading receipts is', ({ url }) => measureReceipts({ clusterUrl: url, folder, rounds, seconds }));
  if (cost === undefined) return;
  report(describeReceipts(cost, `PostgreSQL as for signing; ${rounds} rounds of ${seconds} s.`), cost);
  for (const text of brokenReceipts(cost, budgets.besideReceiptsMillisecondsMax)) expectBudget(false, text);
}

async function status(): Promise<void> {
  const costs = await measureStatus(folder, { rounds, seconds });
  report(describeStatus(costs, `${rounds} rounds of ${seconds} s`), costs);
  for (const text of brokenStatus(costs, budgets.statusShareOfBareServerMin)) expectBudget(false, text);
}

async function telemetry(): Promise<void> {
  const costs = await onPostgres('telemetry is', ({ url, bin }) => measureTelemetry({ clusterUrl: url, bin, folder, rounds, seconds }));
  if (costs === undefined) return;
  report(describeTelemetry(costs, `${rounds} rounds of ${seconds} s`), costs);
}

async function identity(): Promise<void> {
  const modes = await onPostgres('the identity of providers is', ({ url }) => measureIdentity({ clusterUrl: url, folder, rounds, seconds }));
  if (modes === undefined) return;
  report(describeIdentity(modes, budgets.identity, `${rounds} rounds of ${seconds} s`), modes);
  for (const text of brokenIdentity(modes, budgets.identity)) expectBudget(false, text);
}

async function landing(): Promise<void> {
  const seen = await measureLanding(folder, rounds);
  report(describeLanding(seen, rounds), seen);
  for (const text of brokenLanding(seen, budgets.landing)) expectBudget(false, text);
}

const MEASUREMENTS: Readonly<Record<string, () => Promise<unknown>>> = {
  start,
  page,
  explorer,
  signing,
  'signing-postgres': () => signingPostgres(),
  growth: () => signingPostgres('Signing among ten million payments', GROWTH),
  developers,
  tokens,
  accounts,
  kinds,
  statistics,
  replace,
  receipts,
  status,
  telemetry,
  identity,
  landing,
};

const BY_NAME = ['explorer', 'signing-postgres', 'growth', 'landing'];
const ALL = Object.keys(MEASUREMENTS).filter((name) => !BY_NAME.includes(name));
const wanted = positionals.length === 0 ? ALL : positionals;
const unknown = wanted.find((name) => !(name in MEASUREMENTS));
if (unknown !== undefined) throw new Error(`There is no measurement ${unknown}. Name some of: ${Object.keys(MEASUREMENTS).join(', ')}.`);
try {
  for (const name of wanted) await MEASUREMENTS[name]?.();
} finally {
  await rm(folder, { recursive: true, force: true });
}
for (const text of broken) console.error(text);
if (broken.length > 0) process.exitCode = 1;
