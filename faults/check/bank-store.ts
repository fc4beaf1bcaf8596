/** Reads the bank's rows after a round, with the same queries on both engines. Sums are cents, counts are whole numbers. */
import type { OpenedDatabase } from '@portico/testkit';

export interface PaymentRow {
  readonly paymentId: string;
  /** The kind of order that was signed. */
  readonly kind: 'payment' | 'periodic-payment' | 'bulk-payment';
  /** For a run or an item: the periodic or bulk payment that it belongs to, whose session is used below, and its number in it. */
  readonly partOf: string | null;
  readonly place: number | null;
  readonly status: string;
  readonly amountCents: number;
  readonly feeCents: number;
  /** Number of ledger transactions that name the payment. */
  readonly bookings: number;
  /** The amount that the ledger debited for it, fee included; negative. */
  readonly takenCents: number;
  readonly hold: 'held' | 'settled' | 'released' | null;
  readonly sessionState: string;
  /** End events of its signing session in the audit log, e.g. `signing.signed`. A run or an item has none. */
  readonly sessionEnds: readonly string[];
  /** End events of the payment in the audit log, e.g. `payment.executed`. */
  readonly paymentEnds: readonly string[];
}

export interface AccountRow {
  readonly accountId: string;
  readonly balanceCents: number;
  readonly entriesCents: number;
  readonly heldCents: number;
  readonly holdsCents: number;
}

export interface BankRows {
  readonly ledger: readonly { readonly currency: string; readonly sumCents: number }[];
  readonly unbalancedTransactions: readonly string[];
  readonly accounts: readonly AccountRow[];
  readonly payments: readonly PaymentRow[];
  /** Audit chains whose object does not exist. */
  readonly orphanChains: readonly string[];
  /** Connections that keep a transaction open without a statement; always 0 on the embedded database. */
  readonly idleInTransaction: number;
}

const LEDGER = `select currency, sum(amount_cents)::float8 as "sumCents" from ledger_entry group by currency`;

const UNBALANCED = `select distinct transaction_id as id from ledger_entry
  group by transaction_id, currency having sum(amount_cents) <> 0`;

const ACCOUNTS = `select account_id as "accountId", balance_cents::float8 as "balanceCents", held_cents::float8 as "heldCents",
    coalesce((select sum(amount_cents) from ledger_entry e where e.account_id = b.account_id), 0)::float8 as "entriesCents",
    coalesce((select sum(amount_cents) from account_hold h where h.account_id = b.account_id and state = 'held'), 0)::float8 as "holdsCents"
  from account_balance b`;

const PARENT = 'coalesce(p.periodic_payment_id, p.bulk_payment_id)';
const PAYMENTS = `select p.payment_id as "paymentId", s.kind, ${PARENT} as "partOf", coalesce(p.run_number, p.item_number) as place, p.status, p.amount_cents::float8 as "amountCents", coalesce(p.fee_cents, 0)::float8 as "feeCents",
    (select count(*) from ledger_transaction t where t.payment_id = p.payment_id)::int as bookings,
    coalesce((select sum(e.amount_cents) from ledger_transaction t join ledger_entry e on e.transaction_id = t.id join account a on a.id = e.account_id
      where t.payment_id = p.payment_id and a.iban = p.debtor_iban), 0)::float8 as "takenCents",
    (select state from account_hold h where h.payment_id = p.payment_id) as hold,
    s.state as "sessionState",
    array(select event from audit_entry where ${PARENT} is null and chain = 'signing:' || s.session_id and event in ('signing.signed', 'signing.refused', 'signing.expired')) as "sessionEnds",
    array(select event from audit_entry where chain = 'payment:' || p.payment_id
      and event in ('payment.executed', 'payment.rejected', 'payment.cancelled')) as "paymentEnds"
  from payment p join signing_session s on s.kind in ('payment', 'periodic-payment', 'bulk-payment')
    and s.resource_id = coalesce(${PARENT}, p.payment_id)`;

const ORPHANS = `select chain from audit_chain where
  (chain like 'signing:%' and substr(chain, 9) not in (select session_id from signing_session))
  or (chain like 'payment:%' and substr(chain, 9) not in (select payment_id from payment))
  union select p.payment_id from payment p
    where ${PARENT} is null and not exists (select from signing_session s where s.resource_id = p.payment_id)`;

const IDLE = `select count(*)::int as idle from pg_stat_activity
  where datname = current_database() and state like 'idle in transaction%' and state_change < now() - interval '1 second'`;

export async function readBank(database: OpenedDatabase): Promise<BankRows> {
  const [idle] = await rowsOf<{ idle: number }>(database, IDLE);
  return {
    ledger: await rowsOf(database, LEDGER),
    unbalancedTransactions: (await rowsOf<{ id: string }>(database, UNBALANCED)).map(({ id }) => id),
    accounts: await rowsOf(database, ACCOUNTS),
    payments: await rowsOf(database, PAYMENTS),
    orphanChains: (await rowsOf<{ chain: string }>(database, ORPHANS)).map(({ chain }) => chain),
    idleInTransaction: idle?.idle ?? 0,
  };
}

/** The caller's row type must match its query. */
async function rowsOf<Row>(database: OpenedDatabase, text: string): Promise<readonly Row[]> {
  return JSON.parse(JSON.stringify(await database.query(text)));
}
