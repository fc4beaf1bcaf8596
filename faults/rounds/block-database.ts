/**
 * F14: another session locks tables, a statement does not end, and PostgreSQL has no free connection. Calls must end in time, no payment may be half
 * done, and the service must recover when the fault ends.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type OpenedDatabase, openDatabase } from '@portico/testkit';
import { type BankUnderLoad, openBankUnderLoad } from '../bank-under-load.ts';
import { createFindings, type Report, share } from '../findings.ts';

const SERVERS = 2;
const BROWSERS = 12;
/** The usual time of a call on a busy machine without a fault. It is added to the time that the fault itself costs. */
const USUAL_MS = 1_000;
const REFUSAL_MS_WANTED = 2_000;
const BACK_MS_WANTED = 5_000;
/** A statement of a call ends after two seconds at the latest, and so does the wait for a connection. A call has several of them. */
const ANY_CALL_MS_MAX = 10_000;
const TABLES = ['payment', 'account_balance', 'signing_session', 'audit_chain'];
const OTHERS_MAX = 250;

export interface BlockSettings {
  readonly clusterUrl: string;
  readonly say: (text: string) => void;
  /** Duration of each fault. */
  readonly seconds?: number;
  readonly tables?: readonly string[];
}

export async function blockDatabase({ clusterUrl, say, seconds = 8, tables = TABLES }: BlockSettings): Promise<Report> {
  const findings = createFindings('F14 · PostgreSQL locked, slow, and without a connection', say);
  const bank = await openBankUnderLoad({ clusterUrl, serverCount: SERVERS, browsers: BROWSERS, answerSeconds: 0 });
  const hand = await openDatabase(bank.place);

  /** Runs one fault, from its beginning to the first signature after its end. */
  async function during(what: string, begin: () => Promise<() => Promise<unknown>>): Promise<void> {
    await bank.load.nextAcknowledgement();
    const end = await begin();
    const beganAt = performance.now();
    await delay(seconds * 1_000);
    await end();
    const endedAt = performance.now();
    await Promise.all([bank.load.nextAcknowledgement(), ...[...Array(SERVERS).keys()].map((index) => untilReady(bank, index))]);
    const backMs = performance.now() - endedAt;
    await delay(2_000);
    // Calls that overlapped the fault. A call that ended before it cannot have waited for it.
    const met = bank.servers.calls.filter((call) => call.beganAt + call.ms > beganAt && call.beganAt < endedAt);
    const away = met.filter(({ outcome }) => outcome.startsWith('503'));
    const bad = met.filter(({ outcome }) => /^5/.test(outcome) && !outcome.startsWith('503'));
    findings.note(`${what}, for ${seconds} s: ${met.length} calls met it, ${away.length} were answered 503`);
    findings.must(
      `${what}: no answer but success, refusal or 503 with Retry-After`,
      bad.length === 0 && away.every(({ outcome }) => outcome.includes('Retry-After')),
    );
    findings.must(
      `${what}: every call ended within ${ANY_CALL_MS_MAX} ms`,
      met.every(({ ms }) => ms <= ANY_CALL_MS_MAX),
    );
    findings.figure(`${what}: half of the 503 came within`, share(away, 0.5), 'ms', REFUSAL_MS_WANTED + USUAL_MS);
    findings.figure(`${what}: the latest 503 came after`, share(away, 1), 'ms', REFUSAL_MS_WANTED + USUAL_MS);
    for (const late of away.filter(({ ms }) => ms > REFUSAL_MS_WANTED + USUAL_MS)) findings.note(`${what}: late, ${describe(late)}`);
    findings.figure(`${what}: signatures again after`, Math.round(backMs), 'ms', BACK_MS_WANTED);
  }

  try {
    for (const table of tables) await during(`Table ${table} locked`, () => lockTable(bank, table));
    await during('Statements that do not end', () => slowDown(hand));
    await during('No connection left', () => takeConnections(bank, hand));
    for (const [name, atMost] of [
      ['lock_timeout', 2_000],
      ['statement_timeout', 2_000],
      ['idle_in_transaction_session_timeout', 10_000],
    ] as const) {
      findings.note(`${name} of the servers' own connections: ${atMost} ms (platform/db/postgres-engine.test.ts)`);
    }
    await hand.close();
    return await findings.conclude(bank);
  } finally {
    await bank.close();
  }
}

async function lockTable({ place }: BankUnderLoad, table: string): Promise<() => Promise<void>> {
  const locker = await openDatabase(place);
  await locker.query('begin');
  await locker.query(`lock table ${table} in access exclusive mode`);
  return async () => {
    await locker.query('commit');
    await locker.close();
  };
}

/** Every signature runs a trigger that sleeps. */
async function slowDown(hand: OpenedDatabase): Promise<() => Promise<unknown>> {
  const trigger = (seconds: number) =>
    hand.query(
      `create or replace function fault_sleep() returns trigger language plpgsql as $$ begin perform pg_sleep(${seconds}); return new; end $$`,
    );
  await trigger(0);
  await hand.query('create or replace trigger fault_sleep before insert or update on payment for each row execute function fault_sleep()');
  await trigger(60);
  return () => trigger(0);
}

/** Other sessions take every connection of PostgreSQL, and the servers lose theirs. */
async function takeConnections({ place }: BankUnderLoad, hand: OpenedDatabase): Promise<() => Promise<void>> {
  const others: OpenedDatabase[] = [];
  const take = async () => {
    while (others.length < OTHERS_MAX) {
      const other = await openDatabase(place).catch(() => undefined);
      if (other === undefined) return;
      others.push(other);
      await other.query("set application_name = 'other'");
    }
  };
  await hand.query("set application_name = 'other'");
  for (let turn = 0; turn < 3; turn += 1) {
    await take();
    await hand.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name <> 'other'");
  }
  await take();
  return async () => void (await Promise.all(others.map((other) => other.close())));
}

async function untilReady(bank: BankUnderLoad, index: number): Promise<void> {
  const { origin } = bank.server(index);
  while (
    !(await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await delay(50);
}

/** Describes a call without the ids and secrets in its URL. */
function describe({ method, path, ms }: { readonly method: string; readonly path: string; readonly ms: number }): string {
  return `${method} ${path.replace(/\?.*/, '').replaceAll(/[\w-]{20,}/g, '…')} after ${Math.round(ms)} ms`;
}
