/**
 * Measures a signed payment on the embedded database: Portico over HTTP, and the same statements in the same engine inside one process, alternately
 * on two copies of one data folder. The unit is that of `measure-signing.ts`. The engine runs one transaction at a time.
 */
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { freePort, type PorticoProcess, startPortico } from '@portico/testkit';
import type { SigningCost } from './measure-signing.ts';
import { peakMemoryMb, runLoad } from './signing/processes.ts';
import {
  copyCustomers,
  copyPayments,
  FIRST_OPEN,
  FIRST_SIGNED,
  fillByInsert,
  findOriginals,
  makeOriginals,
  type Originals,
  type Query,
  readInternalAccounts,
  readPersonalCode,
  rewindClock,
  settleTables,
} from './signing/rehearsal.ts';
import { compilePattern, createFresh, type StatementPattern, slotsOf } from './signing/statements.ts';
import { type Spread, spreadOf } from './statistics.ts';

const CUSTOMERS = 1_000;
const CLIENTS = 16;
/** Number of open payments to prepare per second of measuring, on each side. */
const PER_SECOND_MAX = 400;

export interface EmbeddedCost {
  readonly payments: number;
  readonly portico: Spread;
  readonly inProcess: Spread;
  readonly memoryMb: number | undefined;
}

export async function measureSigningEmbedded(
  options: { readonly folder: string; readonly rounds: number; readonly seconds: number },
  captured: Pick<SigningCost, 'patterns' | 'internalAccounts'>,
  payments: number,
): Promise<EmbeddedCost> {
  const { rounds, seconds } = options;
  const folder = join(options.folder, 'signing-embedded');
  await mkdir(folder, { recursive: true });
  const ours = join(folder, 'data');
  const theirs = join(folder, 'other');
  const originals = await prepare(ours, payments, PER_SECOND_MAX * seconds * (rounds + 1));
  await cp(join(ours, 'pglite'), theirs, { recursive: true });

  const portico = await startServer(ours);
  const pglite = await PGlite.create({ dataDir: theirs });
  const query: Query = async (text) => (await pglite.query<Record<string, unknown>>(text)).rows;
  const sign = signWith(pglite, renameAccounts(captured, await readInternalAccounts(query)));
  const rates = { portico: [] as number[], inProcess: [] as number[] };
  let ourNext = FIRST_OPEN;
  let theirNext = FIRST_OPEN;
  try {
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      const order = { clients: CLIENTS, seconds, customers: CUSTOMERS, firstIndex: ourNext };
      const result = await runLoad({ ...order, port: Number(new URL(portico.origin).port), origin: portico.origin });
      ourNext = result.nextIndex;
      await rewindClock(query, originals);
      const startedAt = performance.now();
      const first = theirNext;
      while (performance.now() - startedAt < seconds * 1000) {
        await sign(theirNext);
        theirNext += 1;
      }
      if (round === 0) continue;
      rates.portico.push(result.signed / result.seconds);
      rates.inProcess.push((theirNext - first) / ((performance.now() - startedAt) / 1000));
      console.log(
        `  embedded, round ${round}: Portico ${Math.round(rates.portico.at(-1) ?? 0)}, in process ${Math.round(rates.inProcess.at(-1) ?? 0)} per second`,
      );
    }
    return { payments, portico: spreadOf(rates.portico), inProcess: spreadOf(rates.inProcess), memoryMb: peakMemoryMb(portico.child) };
  } finally {
    await portico.stop();
    await pglite.close();
  }
}

/** Creates a data folder with its originals and copies. This process opens the database only while no server has it open. */
async function prepare(dataDir: string, payments: number, open: number): Promise<Originals> {
  const start = () => startServer(dataDir);
  await (await start()).stop();
  const personalCode = await inside(dataDir, readPersonalCode);
  const portico = await start();
  await makeOriginals(portico, dataDir, personalCode).finally(() => portico.stop());
  return inside(dataDir, async (query) => {
    const originals = await findOriginals(query);
    await copyCustomers(query, originals, CUSTOMERS);
    await copyPayments(query, [fillByInsert(query)], originals.signed, {
      first: FIRST_SIGNED,
      last: FIRST_SIGNED + payments - 1,
      customers: CUSTOMERS,
    });
    await copyPayments(query, [fillByInsert(query)], originals.open, { first: FIRST_OPEN, last: FIRST_OPEN + open - 1, customers: CUSTOMERS });
    await settleTables([query]);
    await rewindClock(query, originals);
    return originals;
  });
}

async function inside<Result>(dataDir: string, work: (query: Query) => Promise<Result>): Promise<Result> {
  const pglite = await PGlite.create({ dataDir: join(dataDir, 'pglite') });
  try {
    return await work(async (text) => (await pglite.query<Record<string, unknown>>(text)).rows);
  } finally {
    await pglite.close();
  }
}

/** The statements were captured in another database, whose bank has other account ids. */
function renameAccounts(
  { patterns, internalAccounts }: Pick<SigningCost, 'patterns' | 'internalAccounts'>,
  own: ReadonlyMap<string, string>,
): readonly StatementPattern[] {
  const rename = (value: string): string => [...internalAccounts].reduce((text, [name, id]) => text.replaceAll(id, own.get(name) ?? id), value);
  return patterns.map((pattern) => ({ ...pattern, values: pattern.values.map((value) => (value === null ? null : rename(value))) }));
}

function signWith(pglite: PGlite, patterns: readonly StatementPattern[]): (index: number) => Promise<void> {
  const statements = patterns.map(({ text, values }) => ({ text, values: values.map(compilePattern) }));
  // The engine converts values by their types; these are texts already.
  const serializers = new Proxy({}, { get: () => (value: unknown) => String(value) });
  return async (index) => {
    const slots = slotsOf(index, CUSTOMERS);
    const freshOf = createFresh();
    for (const { text, values } of statements) {
      await pglite.query(
        text,
        values.map((fill) => fill(slots, freshOf)),
        { serializers },
      );
    }
  };
}

async function startServer(dataDir: string): Promise<PorticoProcess> {
  return startPortico({ port: await freePort(), dataDir, env: { PORTICO_DEVICE_ANSWER_SECONDS: '0', PORTICO_RATE_LIMIT_PER_MINUTE: '0' } });
}
