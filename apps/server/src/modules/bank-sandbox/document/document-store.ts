/** Statements that read a whole sandbox, and that bring its customers and accounts to the state of a document. Each is one statement for all rows. */
import type { BankCountry, CustomerScenario, PaymentProduct } from '@portico/contract';
import { sql } from 'kysely';
import type { StructuredRemittance } from '#modules/bank/index.ts';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { BookingKind } from '../store/ledger.ts';

/** A customer of the sandbox, also a removed one; no second signatory. */
export interface SandboxCustomerRow {
  readonly customerId: string;
  readonly seedKey: string | null;
  readonly country: BankCountry;
  readonly type: 'person' | 'company';
  readonly name: string;
  readonly firstName: string;
  readonly surname: string;
  readonly scenario: CustomerScenario;
  readonly generation: number;
  readonly isHistoryDue: boolean;
  readonly isRemoved: boolean;
}

/** An account of a customer, also a closed one. */
export interface SandboxAccountRow {
  readonly accountId: string;
  readonly customerId: string;
  readonly iban: string;
  readonly currency: 'EUR' | 'USD';
  readonly name: string;
  readonly holderName: string;
  readonly position: number;
  readonly status: 'enabled' | 'blocked' | 'closed';
  readonly balanceCents: number;
}

/** What one booking moves on one account, in the present generation. */
export interface SandboxMovementRow {
  readonly accountId: string;
  readonly kind: BookingKind;
  readonly bookedAt: Date;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly debtorName: string;
  readonly debtorIban: string | null;
  readonly creditorName: string;
  readonly creditorIban: string | null;
  readonly remittance: string;
  readonly remittanceStructured: StructuredRemittance | null;
  readonly endToEndId: string;
  readonly product: PaymentProduct | null;
}

/** Seeded customers first, then own ones in the order of their creation. */
export async function readSandboxCustomers(reader: Reader, sandboxId: string): Promise<readonly SandboxCustomerRow[]> {
  const { rows } = await sql<SandboxCustomerRow>`
    select id as "customerId", seed_key as "seedKey", country, type, name, first_name as "firstName", surname, scenario, generation,
      is_history_due as "isHistoryDue", removed_at is not null as "isRemoved"
    from customer where sandbox_id = ${sandboxId} and signs_for is null
    order by seed_key is null, country, seed_key, own_index`.execute(reader);
  return rows;
}

/** Locks the balances when `isLocked`, in the order in which payments lock them. */
export async function readSandboxAccounts(reader: Reader, sandboxId: string, isLocked = false): Promise<readonly SandboxAccountRow[]> {
  const { rows } = await sql<SandboxAccountRow>`
    select account.id as "accountId", customer_id as "customerId", iban, account.currency, name, holder_name as "holderName", position, status,
      balance_cents as "balanceCents"
    from account join account_balance on account_balance.account_id = account.id
    where account.sandbox_id = ${sandboxId} and kind = 'customer'
    order by account.id ${isLocked ? sql`for update of account_balance` : sql``}`.execute(reader);
  return rows.toSorted((left, right) => left.position - right.position);
}

/** Of open accounts of present customers, openings included, oldest first; at most `limit` rows. */
export async function readSandboxMovements(reader: Reader, sandboxId: string, limit: number): Promise<readonly SandboxMovementRow[]> {
  const { rows } = await sql<SandboxMovementRow>`
    select account.id as "accountId", booking.kind, booking.booked_at as "bookedAt",
      coalesce(sum(entry.amount_cents) filter (where entry.part = 'principal'), 0)::bigint as "amountCents",
      coalesce(-sum(entry.amount_cents) filter (where entry.part = 'fee'), 0)::bigint as "feeCents",
      booking.debtor_name as "debtorName", booking.debtor_iban as "debtorIban", booking.creditor_name as "creditorName",
      booking.creditor_iban as "creditorIban", booking.remittance, booking.remittance_structured as "remittanceStructured",
      booking.end_to_end_id as "endToEndId", booking.product
    from customer
      join account on account.customer_id = customer.id and account.kind = 'customer' and account.status <> 'closed'
      join ledger_entry as entry on entry.account_id = account.id and entry.generation = customer.generation
      join ledger_transaction as booking on booking.id = entry.transaction_id
    where customer.sandbox_id = ${sandboxId} and account.sandbox_id = ${sandboxId} and customer.removed_at is null
    group by account.id, booking.id
    order by booking.booked_at, min(entry.id) limit ${limit}::integer`.execute(reader);
  return rows;
}

/** Begins the next generation of these customers without a generated history. A removed one is there again, with the second signatory. */
export async function beginImportedGenerations(
  tx: Tx,
  sandboxId: string,
  customers: readonly { readonly customerId: string; readonly scenario: CustomerScenario }[],
): Promise<void> {
  const given = JSON.stringify(customers);
  await sql`
    update customer set generation = generation + 1, is_history_due = false, scenario = imported.scenario, removed_at = null
    from jsonb_to_recordset(${given}::text::jsonb) as imported ("customerId" text, scenario text)
    where customer.sandbox_id = ${sandboxId} and customer.id = imported."customerId"`.execute(tx);
  await sql`
    update customer set removed_at = null
    from jsonb_to_recordset(${given}::text::jsonb) as imported ("customerId" text)
    where customer.sandbox_id = ${sandboxId} and customer.signs_for = imported."customerId"`.execute(tx);
}

export interface AccountUpdate {
  readonly accountId: string;
  readonly name: string;
  readonly status: 'enabled' | 'blocked' | 'closed';
  /** Undefined: a reset opens the account as before. */
  readonly openingCents: number | undefined;
}

export async function updateAccounts(tx: Tx, sandboxId: string, accounts: readonly AccountUpdate[]): Promise<void> {
  await sql`
    update account set name = changed.name, status = changed.status, opening_cents = coalesce(changed."openingCents", account.opening_cents)
    from jsonb_to_recordset(${JSON.stringify(accounts)}::text::jsonb) as changed ("accountId" text, name text, status text, "openingCents" bigint)
    where account.sandbox_id = ${sandboxId} and account.id = changed."accountId"`.execute(tx);
}
