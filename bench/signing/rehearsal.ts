/**
 * Creates the data for measurements of signing: one signed payment and one open payment, made by the real server through its public calls, and any
 * number of copies under other ids. The copies equal what the server would write: ids in the order of time, hashes in no order, and a history over
 * the hours before.
 */
import { buildIban } from '@portico/primitives';
import { createTpp, demoClient, enterSigning, obtainToken, openBrowser, overHttp, type PorticoProcess, SITE } from '@portico/testkit';
import type { Fill } from './fill-by-copy.ts';

/** Runs one statement without parameters. */
export type Query = (text: string) => Promise<Record<string, unknown>[]>;

/** Session ids of the two originals. */
export interface Originals {
  readonly signed: string;
  readonly open: string;
}

const PAYER = 'ee-1-person';
/** Number of payments copied at once, so that sorting stays in memory. */
const PIECE = 100_000;
const BALANCE_CENTS = 100_000_000;
/** Index of the first signed copy and of the first open copy. Newer ids are at the end of every index of ids. */
export const FIRST_SIGNED = 1;
export const FIRST_OPEN = 100_000_001;
/** Length of the history. Housekeeping keeps challenges longer. */
const HISTORY_MS = 20 * 60 * 60 * 1000;
/**
 * The newest payments, up to this number, have complete histories with sessions, challenges and audit log. Ten million complete ones would take 145
 * GB.
 */
export const COMPLETE_MAX = 1_000_000;

/** Returns the personal code with which the seeded customer signs in. */
export async function readPersonalCode(query: Query): Promise<string> {
  const [payer] = await query(`select national_identity_number as code from customer where seed_key = '${PAYER}'`);
  return String(payer?.code);
}

/** Pays twice as the seeded customer, with instant payments to another bank: once to the end, once up to the page with the details. */
export async function makeOriginals({ origin }: PorticoProcess, dataDir: string, nationalIdentityNumber: string): Promise<void> {
  const transport = overHttp(origin);
  const browser = openBrowser(transport, origin);
  const tpp = createTpp({ transport, publicUrl: origin, site: SITE, ...(await demoClient(dataDir)) });
  const customer = { country: 'ee', method: 'SMART_ID', nationalIdentityNumber };
  const token = await obtainToken(browser, tpp, customer);
  const enter = async () => {
    const { scaRedirect } = await tpp.createPayment(token, {
      product: 'instant-sepa-credit-transfers',
      amount: '12.50',
      creditorName: 'Lumen Books OÜ',
      creditorIban: buildIban('EE', '9800000000000001'),
    });
    return enterSigning(browser, scaRedirect, customer);
  };
  const page = await enter();
  const [iban = ''] = await page.ibans();
  const answer = await page.sign(iban);
  if (answer.status !== 200) throw new Error(`The first payment was not signed: ${answer.status} ${answer.text}`);
  await enter();
}

export async function findOriginals(query: Query): Promise<Originals> {
  const [signed] = await query(`select session_id as id from signing_session where state = 'signed'`);
  const [open] = await query(`select session_id as id from signing_session where state = 'open'`);
  return { signed: String(signed?.id), open: String(open?.id) };
}

/** The ids of the copies, by the same rules as the SQL below. `index` counts from 1. */
export const copies = {
  customerOf: (index: number, customers: number): number => (index % customers) + 1,
  digits: (index: number): string => String(index).padStart(26, '0'),
  signingId: (index: number): string => String(index).padStart(43, 's'),
  bankCookie: (customer: number): string => String(customer).padStart(43, 'b'),
  customer: (customer: number): string => String(customer).padStart(26, 'c'),
  account: (customer: number): string => String(customer).padStart(26, 'a'),
  deviceHash: (customer: number): string => String(customer).padStart(64, 'd'),
  iban: (customer: number): string => buildIban('EE', `99${String(customer).padStart(14, '0')}`),
};

const bban = `('99' || lpad(c::text, 14, '0'))`;
const hashOf = (name: string) => `encode(sha256(convert_to('${name}' || i, 'UTF8')), 'hex')`;
/** SQL expressions of `i` (the copy) and `c` (its customer). */
export const SQL = {
  digits: `lpad(i::text, 26, '0')`,
  signingIdHash: `encode(sha256(convert_to(lpad(i::text, 43, 's'), 'UTF8')), 'hex')`,
  bankSessionHash: `encode(sha256(convert_to(lpad(c::text, 43, 'b'), 'UTF8')), 'hex')`,
  customer: `lpad(c::text, 26, 'c')`,
  account: `lpad(c::text, 26, 'a')`,
  deviceHash: `lpad(c::text, 64, 'd')`,
  iban: `('EE' || lpad((98 - mod((${bban} || '141400')::numeric, 97))::text, 2, '0') || ${bban})`,
} as const;

/** Copies customers with one account each and a bank session. Their balances are set, not derived from the copied bookings. */
export async function copyCustomers(query: Query, { open }: Originals, customers: number): Promise<void> {
  const from = `(select c, c as i, interval '0' as age from generate_series(1, ${customers}) as c) as copy`;
  const payer = `customer_id = (select customer_id from signing_session where session_id = '${open}')`;
  const account = `${payer} and kind = 'customer' and position = 0`;
  const customer = { customer_id: `'cus_' || ${SQL.customer}` };
  await copyRows(query, 'customer', `seed_key = '${PAYER}'`, from, {
    id: `'cus_' || ${SQL.customer}`,
    seed_key: 'null',
    user_name: `'payer' || c`,
    national_identity_number: `lpad(c::text, 11, '0')`,
    phone_number: `'+999' || lpad(c::text, 8, '0')`,
    user_number: 'null',
  });
  await copyRows(query, 'account', account, from, { ...customer, id: `'acc_' || ${SQL.account}`, iban: SQL.iban });
  await copyRows(query, 'account_balance', `account_id = (select id from account where ${account})`, from, {
    account_id: `'acc_' || ${SQL.account}`,
    balance_cents: String(BALANCE_CENTS),
    held_cents: '0',
  });
  await copyRows(query, 'sign_in', `sign_in_id = (select sign_in_id from bank_session where ${payer})`, from, {
    sign_in_id: `'sin_' || ${SQL.customer}`,
    // The digest of the original's person. Without one, a session belongs to its customer.
    person: 'null',
  });
  await copyRows(query, 'bank_session', payer, from, {
    ...customer,
    session_hash: SQL.bankSessionHash,
    sign_in_id: `'sin_' || ${SQL.customer}`,
    device_key_hash: SQL.deviceHash,
  });
  await copyRows(query, 'method_attempt', payer, from, customer);
}

export interface CopyOrder {
  readonly first: number;
  readonly last: number;
  readonly customers: number;
}

/**
 * Copies one payment with all its rows, as copies `first` to `last`, alternately for the given number of customers. Copies from {@link FIRST_OPEN} on
 * are as old as the original. Those before it are a history: the newest {@link COMPLETE_MAX} are complete, the others have only payments, statuses
 * and bookings.
 * @param fills each fills one part of one table after the other.
 */
export async function copyPayments(query: Query, fills: readonly Fill[], sessionId: string, order: CopyOrder): Promise<void> {
  const { first, last, customers } = order;
  const session = `session_id = '${sessionId}'`;
  const [found] = await query(`select resource_id, challenge_id from signing_session where ${session}`);
  const tables = paymentTables(session, { sessionId, paymentId: String(found?.resource_id), challengeId: String(found?.challenge_id) });
  const pieces: ((fill: Fill) => Promise<void>)[] = [];
  for (let start = first; start <= last; start += PIECE) {
    const end = Math.min(last, start + PIECE - 1);
    const age = first < FIRST_OPEN ? `(${last} - i) * interval '${HISTORY_MS / (last - first + 1)} milliseconds'` : `interval '0'`;
    const from = `(select i, (i % ${customers}) + 1 as c, ${age} as age from generate_series(${start}, ${end}) as i) as copy`;
    const isComplete = end > last - COMPLETE_MAX;
    for (const { table, where, changed } of tables.filter((known) => isComplete || known.isBooking))
      pieces.push((fill) => copyRows(query, table, where, from, changed, fill));
  }
  await Promise.all(
    fills.map(async (fill) => {
      for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) await piece(fill);
    }),
  );
}

interface CopiedTable {
  readonly table: string;
  /** The original's rows. */
  readonly where: string;
  readonly changed: Readonly<Record<string, string>>;
  /** True: also copied for older payments. */
  readonly isBooking?: true;
}

function paymentTables(session: string, ids: { sessionId: string; paymentId: string; challengeId: string }): readonly CopiedTable[] {
  const payment = `payment_id = '${ids.paymentId}'`;
  const customer = { customer_id: `'cus_' || ${SQL.customer}` };
  const paymentId = { payment_id: `'pay_' || ${SQL.digits}` };
  const chains = [
    [`signing:${ids.sessionId}`, `'signing:sgn_' || ${SQL.digits}`],
    [`payment:${ids.paymentId}`, `'payment:pay_' || ${SQL.digits}`],
  ] as const;
  return [
    {
      table: 'payment',
      isBooking: true,
      where: payment,
      changed: { ...paymentId, ...customer, debtor_iban: `case when debtor_iban is not null then ${SQL.iban} end` },
    },
    { table: 'payment_status_change', isBooking: true, where: payment, changed: paymentId },
    {
      table: 'signing_session',
      where: session,
      changed: {
        ...customer,
        session_id: `'sgn_' || ${SQL.digits}`,
        resource_id: `'pay_' || ${SQL.digits}`,
        reference_hash: hashOf('reference'),
        bank_session_hash: SQL.bankSessionHash,
        challenge_id: `case when challenge_id is not null then 'chl_' || ${SQL.digits} end`,
      },
    },
    {
      table: 'signing_entry',
      where: session,
      changed: {
        session_id: `'sgn_' || ${SQL.digits}`,
        bank_session_hash: SQL.bankSessionHash,
        ticket_hash: `case when ticket_hash is not null then ${hashOf('ticket')} end`,
        signing_id_hash: SQL.signingIdHash,
      },
    },
    {
      table: 'challenge',
      where: `challenge_id = '${ids.challengeId}'`,
      changed: {
        ...customer,
        challenge_id: `'chl_' || ${SQL.digits}`,
        device_key_hash: SQL.deviceHash,
        audit_chain: `'signing:sgn_' || ${SQL.digits}`,
      },
    },
    { table: 'ledger_transaction', isBooking: true, where: payment, changed: { ...paymentId, id: `'ltx_' || ${SQL.digits}`, debtor_iban: SQL.iban } },
    {
      table: 'ledger_entry',
      isBooking: true,
      where: `transaction_id = (select id from ledger_transaction where ${payment})`,
      changed: {
        transaction_id: `'ltx_' || ${SQL.digits}`,
        account_id: `case when account_id in (select id from account where kind = 'customer') then 'acc_' || ${SQL.account} else account_id end`,
      },
    },
    ...chains.flatMap(([chain, name]) => [
      // Marked as sealed. Otherwise the server would seal them while the clients sign.
      { table: 'audit_chain', where: `chain = '${chain}'`, changed: { chain: name, is_sealed: 'true' } },
      { table: 'audit_entry', where: `chain = '${chain}'`, changed: { chain: name } },
      { table: 'audit_content', where: `chain = '${chain}'`, changed: { chain: name } },
    ]),
  ];
}

/** Fills a table with one statement on this connection. */
export function fillByInsert(query: Query): Fill {
  return async ({ table, columns, rows }) => {
    await query('set session_replication_role = replica');
    await query(`insert into ${table} (${columns.join(', ')}) ${rows}`);
    await query('set session_replication_role = origin');
  };
}

/**
 * Creates one copy of each matching row for each row of `from`. Columns in `changed` get other values, times move by the copy's age, and generated
 * columns are left out.
 */
export async function copyRows(
  query: Query,
  table: string,
  where: string,
  from: string,
  changed: Readonly<Record<string, string>>,
  fill: Fill = fillByInsert(query),
): Promise<void> {
  const columns = await query(
    `select column_name as name, data_type as type from information_schema.columns where table_schema = 'public' and table_name = '${table}' and is_identity = 'NO' and is_generated = 'NEVER' order by ordinal_position`,
  );
  const values = columns.map(({ name, type }) => {
    const own = `original.${String(name)}`;
    return changed[String(name)] ?? (String(type).startsWith('timestamp') ? `${own} - copy.age` : own);
  });
  const rows = `select ${values.join(', ')} from ${from}, (select * from ${table} where ${where}) as original order by i`;
  await fill({ table, columns: columns.map(({ name }) => String(name)), rows });
}

/** Creates the planner's statistics and leaves no work for an autovacuum while the clients sign. */
export async function settleTables(connections: readonly [Query, ...Query[]]): Promise<void> {
  const [query] = connections;
  const rows = await query(`select relid::regclass::text as name from pg_stat_user_tables order by pg_total_relation_size(relid) desc`);
  await Promise.all(
    connections.map(async (connection) => {
      for (let row = rows.shift(); row !== undefined; row = rows.shift()) await connection(`vacuum analyze ${String(row.name)}`);
    }),
  );
  await query('checkpoint');
}

/** Returns the bank's own accounts by purpose. Their ids are different in every installation. */
export async function readInternalAccounts(query: Query): Promise<ReadonlyMap<string, string>> {
  const rows = await query(`select kind || ' ' || currency || ' ' || sandbox_id as name, id from account where kind in ('clearing', 'feeIncome')`);
  return new Map(rows.map(({ name, id }) => [String(name), String(id)]));
}

/**
 * Sets the sandbox's clock back to the time of the originals, so that nothing has expired after a long copy. Before the copying, pass the seconds
 * that it may take, because the server ends overdue sessions automatically.
 */
export async function rewindClock(query: Query, { open }: Originals, moreSeconds = 0): Promise<void> {
  await query(`update sandbox set clock_offset_ms =
    (select extract(epoch from last_activity_at + interval '5 seconds' - interval '${moreSeconds} seconds' - now()) * 1000
    from signing_session where session_id = '${open}') where id = (select sandbox_id from signing_session where session_id = '${open}')`);
}
