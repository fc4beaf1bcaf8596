/**
 * F21: customers of a bank with its own core pay while Portico and the core are killed in turn, also both at once, and Portico between the core's answer
 * and its own commit. Afterwards the core's ledger, what customers read, the statuses and `portico core compare` must agree. `FAULTS_KILLS` sets the
 * number of kills.
 */
import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  CLI_ENTRY,
  CORE_SECRET,
  commandEnv,
  createBankFolder,
  createTpp,
  demoClient,
  freePort,
  member,
  obtainToken,
  openBrowser,
  overHttp,
  type PorticoProcess,
  patient,
  SITE,
  spawnPortico,
  startCore,
  startPortico,
  textOf,
} from '@portico/testkit';
import { hasEnded } from '../bank-under-load.ts';
import { type CoreBooks, findCoreViolations } from '../check/find-core-violations.ts';
import { createFindings, type Report } from '../findings.ts';
import { type PaidOrder, payUntil } from '../load/core-payers.ts';

const PAYERS = [
  { customerId: 'c-1001', name: 'Kersti Tuumik', nationalIdentityNumber: '49001019999' },
  { customerId: 'c-1002', name: 'Oskar Näidispoeg', nationalIdentityNumber: '39001019998' },
] as const;
/** The server dies after the core has paid and before it has written so. */
const BETWEEN = 'payments.settling';
const VICTIMS = ['portico', 'portico between the answer and its commit', 'core', 'core and portico'] as const;
const PAUSE_MS_MAX = 2_000;
const PROGRESS_MS_MAX = 60_000;
const POLL_MS = 100;
/** A job that died with its server is retried after a minute, later ones after five. */
const SETTLE_MS_MAX = 11 * 60_000;
/** Nothing more follows: paid, held for its day, or rejected. */
const FINAL: ReadonlySet<string> = new Set(['ACCC', 'ACSC', 'ACFC', 'RJCT']);

export async function killWithCore({ say, kills }: { readonly say: (text: string) => void; readonly kills: number }): Promise<Report> {
  const findings = createFindings('F21 · kills of Portico and of the bank’s core', say);
  const [folder, port, corePort] = [await createBankFolder('core-kills'), await freePort(), await freePort()];
  const [file, dataDir] = [join(folder, 'core.db'), join(folder, 'data')];
  const openCore = () => startCore({ port: corePort, file, approvesAfter: 1 });
  let core = await openCore();
  const settings = { PORTICO_BANK: 'adapter', PORTICO_BANK_URL: core.url, PORTICO_BANK_SECRET: CORE_SECRET, PORTICO_RATE_LIMIT_PER_MINUTE: '0' };
  const place = { port, dataDir, isBrief: true };
  const open = () => startPortico({ ...place, env: settings });
  /** Not awaited: it may die before it is ready, with an order that the server before it left. */
  const openDying = () => spawnPortico({ ...place, env: { ...settings, PORTICO_CRASH_AT: BETWEEN } });
  let portico: PorticoProcess = await open();
  const orders: PaidOrder[] = [];
  const read = (what: PaidOrder['read']) => orders.filter((order) => order.read === what).length;
  try {
    const transport = patient(overHttp(portico.origin));
    const tpp = createTpp({ transport, publicUrl: portico.origin, site: SITE, ...(await demoClient(dataDir)) });
    const ibanOf = async (customerId: string) => textOf(await core.ask('list-accounts', { customerId }), 'accounts', '0', 'iban');
    const accounts = await Promise.all(PAYERS.map(async (payer) => ({ ...payer, iban: await ibanOf(payer.customerId) })));
    let isOver = false;
    const paying = accounts.map((own, index) =>
      payUntil({
        tpp,
        browse: () => openBrowser(transport, portico.origin),
        payer: {
          customer: { country: 'ee', nationalIdentityNumber: own.nationalIdentityNumber, method: 'SMART_ID' },
          iban: own.iban,
          payee: accounts[(index + 1) % accounts.length] ?? own,
        },
        orders,
        hasEnded: () => isOver,
      }),
    );
    /** Ends early at a process that died by its crash point. */
    const untilPaid = async (signed: number) => {
      for (let waited = 0; waited < PROGRESS_MS_MAX && read('signed') <= signed && !hasEnded(portico); waited += POLL_MS) await delay(POLL_MS);
      return read('signed') > signed;
    };
    const counts = new Map<string, number>();
    let stalls = 0;
    for (let turn = 0; turn < kills; turn += 1) {
      const victim = VICTIMS[turn % VICTIMS.length] ?? 'portico';
      if (victim === VICTIMS[1]) {
        // The turn before started the server with the crash point, so the next order ends it.
        for (let waited = 0; waited < PROGRESS_MS_MAX && !hasEnded(portico); waited += POLL_MS) await delay(POLL_MS);
        if (!hasEnded(portico)) stalls += 1;
        await portico.kill();
        portico = await open();
      } else {
        if (!(await untilPaid(read('signed')))) stalls += 1;
        await delay(randomInt(PAUSE_MS_MAX));
        if (victim !== 'portico') await core.kill();
        if (victim !== 'core') await portico.kill();
        if (victim !== 'portico') {
          await delay(randomInt(PAUSE_MS_MAX));
          core = await openCore();
        }
        if (victim === 'portico') portico = openDying();
        else if (victim !== 'core') portico = await open();
      }
      counts.set(victim, (counts.get(victim) ?? 0) + 1);
      say(`  ${turn + 1}/${kills} ${victim}; signed ${read('signed')}, refused ${read('refused')}`);
    }
    isOver = true;
    await Promise.all(paying);

    const statuses = new Map<string, string>();
    const deadline = performance.now() + SETTLE_MS_MAX;
    for (const { nationalIdentityNumber } of PAYERS) {
      const customer = { country: 'ee', nationalIdentityNumber, method: 'SMART_ID' };
      const token = await obtainToken(openBrowser(transport, portico.origin), tpp, customer);
      for (const order of orders.filter((each) => each.nationalIdentityNumber === nationalIdentityNumber && each.read === 'signed')) {
        for (let isFinal = false; !isFinal && performance.now() < deadline; ) {
          const status = await tpp.readStatus(token, order, order.paymentId);
          statuses.set(order.paymentId, status);
          isFinal = FINAL.has(status);
          if (!isFinal) await delay(POLL_MS);
        }
      }
    }
    const compared = await compare(dataDir, settings);
    const books = readBooks(file);
    const violations = findCoreViolations({ orders, statuses, compared, books });

    findings.note(`Kills: ${[...counts].map(([victim, count]) => `${victim} ${count}`).join(', ')}`);
    findings.note(
      `Signatures: signed ${read('signed')}, refused ${read('refused')}, without an answer ${read('unknown')}; orders never signed ${read('unsigned')}`,
    );
    findings.note(`The core: ${books.debits.length} bookings of orders, ${books.held.length} holds`);
    const of = (kind: string) => violations.filter((each) => each.kind === kind).length;
    findings.note(
      `Paid twice: ${of('twice')}; lost: ${of('lost')}; paid without a signature: ${of('unsigned')}; not explained: ${of('unexplained')}`,
    );
    for (const { text } of violations.slice(0, 20)) findings.note(text);
    findings.must('the ledger of the core sums to zero', books.sumCents === 0);
    findings.must('no order was paid twice, lost, or paid without a signature, and core compare finds both sides the same', violations.length === 0);
    findings.figure('Kills after which no customer signed, or no server died as ordered, within a minute', stalls, 'kills', 0);
    findings.must('each repeated signature got an answer', read('unknown') === 0);
    findings.keep('counts', { kills, stalls, signed: read('signed'), refused: read('refused'), unsigned: read('unsigned'), violations });
    return findings.report();
  } finally {
    await portico.kill();
    await core.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The lines of `portico core compare`, by payment. */
async function compare(dataDir: string, settings: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, string>> {
  const env = { ...commandEnv(), ...settings, PORTICO_DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, [CLI_ENTRY, 'core', 'compare', '--to', '-'], { env, maxBuffer: 64_000_000 });
  const lines = stdout.split('\n').filter((line) => line.startsWith('{"paymentId"'));
  return new Map(lines.map((line) => JSON.parse(line)).map((line): [string, string] => [textOf(line, 'paymentId'), String(member(line, 'kind'))]));
}

/** Past every call: the file of the core. */
function readBooks(file: string): CoreBooks {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = (statement: string) => database.prepare(statement).all();
  const toMove = ({ payment_id, cents }: ReturnType<typeof rows>[number]) => ({ paymentId: String(payment_id), cents: Number(cents) });
  const books = {
    debits: rows(
      "select transaction_id as payment_id, -cents as cents from entry where part = 'principal' and cents < 0 and transaction_id not like 'opening-%'",
    ).map(toMove),
    held: rows("select payment_id, cents from hold where state = 'held'").map(toMove),
    sumCents: Number(rows('select coalesce(sum(cents), 0) as cents from entry')[0]?.cents),
  };
  database.close();
  return books;
}
