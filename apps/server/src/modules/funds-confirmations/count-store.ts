/** One row for each account, developer and day, with the number of confirmations. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';

interface Confirmation {
  readonly sandboxId: string;
  readonly accountId: string;
  /** Id of the developer, or of an application without one. */
  readonly asker: string;
  /** ISO date in the bank's time zone. */
  readonly askedOn: string;
  readonly limit: number;
}

/** The row's lock orders concurrent confirmations, also on several servers, so that the limit is exact. */
const upsertCount = prepared(
  (_reader, given: Given<Confirmation>) => sql<{ answered: number }>`
    insert into funds_confirmation_count as known (sandbox_id, account_id, asker, asked_on, answered)
    values (${given.sandboxId}::text, ${given.accountId}::text, ${given.asker}::text, ${given.askedOn}::date, 1)
    on conflict (sandbox_id, account_id, asker, asked_on) do update set answered = known.answered + 1
      where known.answered < ${given.limit}::integer
    returning answered`,
);

/** False: the limit of the day is reached, nothing was counted. */
export async function countConfirmation(tx: Tx, confirmation: Confirmation): Promise<boolean> {
  return (await upsertCount(tx, confirmation)).rows.length > 0;
}

type CountTables = { funds_confirmation_count: { sandbox_id: string } };

/** Deletes the counts of a sandbox. */
export async function forgetSandboxConfirmations(tx: Tx, sandboxId: string): Promise<void> {
  await tx.withTables<CountTables>().deleteFrom('funds_confirmation_count').where('sandbox_id', '=', sandboxId).execute();
}

/** Deletes counts up to the day of `before`. Returns the number of rows, at most `limit`. */
export async function forgetOldConfirmations(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select sandbox_id, account_id, asker, asked_on from funds_confirmation_count
      where asked_on <= (${before}::timestamptz at time zone 'UTC')::date
      order by asked_on limit ${limit} for update skip locked
    )
    delete from funds_confirmation_count as known using old
    where known.sandbox_id = old.sandbox_id and known.account_id = old.account_id and known.asker = old.asker and known.asked_on = old.asked_on`.execute(
    tx,
  );
  return Number(numAffectedRows);
}
