/** What was verified in a day: names by developer and IBAN, and verifications by customer. The lock of a row makes its limit exact, on all servers. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';

interface NameCheck {
  readonly sandboxId: string;
  /** Id of the developer, or of an application without one. */
  readonly asker: string;
  readonly ibanDigest: string;
  readonly nameDigest: string;
  /** ISO date in the bank's time zone. */
  readonly askedOn: string;
  readonly limit: number;
}

const upsertName = prepared(
  (_reader, given: Given<NameCheck>) => sql`
    insert into payee_name_check as known (sandbox_id, asker, iban_digest, asked_on, name_digests)
    values (${given.sandboxId}::text, ${given.asker}::text, ${given.ibanDigest}::text, ${given.askedOn}::date, array[${given.nameDigest}::text])
    on conflict (sandbox_id, asker, iban_digest, asked_on) do update
      set name_digests = array_remove(known.name_digests, ${given.nameDigest}::text) || ${given.nameDigest}::text
      where cardinality(known.name_digests) < ${given.limit}::integer or ${given.nameDigest}::text = any(known.name_digests)
    returning asked_on`,
);

/** False: so many other names were verified for this IBAN, and nothing was counted. A known name is not counted again. */
export async function countName(tx: Tx, check: NameCheck): Promise<boolean> {
  return (await upsertName(tx, check)).rows.length > 0;
}

interface Verification {
  readonly sandboxId: string;
  readonly customerId: string;
  readonly askedOn: string;
  readonly limit: number;
}

const upsertCount = prepared(
  (_reader, given: Given<Verification>) => sql`
    insert into payee_verification_count as known (sandbox_id, customer_id, asked_on, answered)
    values (${given.sandboxId}::text, ${given.customerId}::text, ${given.askedOn}::date, 1)
    on conflict (sandbox_id, customer_id, asked_on) do update set answered = known.answered + 1
      where known.answered < ${given.limit}::integer
    returning answered`,
);

/** False: the limit of the day is reached, and nothing was counted. */
export async function countVerification(tx: Tx, verification: Verification): Promise<boolean> {
  return (await upsertCount(tx, verification)).rows.length > 0;
}

type LimitTables = { payee_name_check: { sandbox_id: string }; payee_verification_count: { sandbox_id: string } };

/** Deletes all rows of a sandbox. */
export async function forgetSandboxVerifications(tx: Tx, sandboxId: string): Promise<void> {
  const tables = tx.withTables<LimitTables>();
  await tables.deleteFrom('payee_name_check').where('sandbox_id', '=', sandboxId).execute();
  await tables.deleteFrom('payee_verification_count').where('sandbox_id', '=', sandboxId).execute();
}

/** Deletes counts up to the day of `before`. Returns the number of rows, at most `limit`. */
export async function forgetOldVerifications(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select sandbox_id, customer_id, asked_on from payee_verification_count
      where asked_on <= (${before}::timestamptz at time zone 'UTC')::date
      order by asked_on limit ${limit} for update skip locked
    )
    delete from payee_verification_count as known using old
    where known.sandbox_id = old.sandbox_id and known.customer_id = old.customer_id and known.asked_on = old.asked_on`.execute(tx);
  return Number(numAffectedRows);
}

/** Deletes names up to the day of `before`. Returns the number of rows, at most `limit`. */
export async function forgetOldNameChecks(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select sandbox_id, asker, iban_digest, asked_on from payee_name_check
      where asked_on <= (${before}::timestamptz at time zone 'UTC')::date
      order by asked_on limit ${limit} for update skip locked
    )
    delete from payee_name_check as known using old
    where known.sandbox_id = old.sandbox_id and known.asker = old.asker and known.iban_digest = old.iban_digest and known.asked_on = old.asked_on`.execute(
    tx,
  );
  return Number(numAffectedRows);
}
