/** Writes transitions of payments: the new status with its columns, and one history row per step. */
import type { TransactionStatus } from '@portico/contract';
import type { TppErrorCode } from '@portico/contract/values';
import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import type { PaymentChange } from '../model/payment.ts';

/** Payments of one sandbox with the same status. */
interface Movers {
  readonly sandboxId: string;
  readonly paymentIds: readonly string[];
  readonly status: TransactionStatus;
}

interface Moves extends Movers {
  readonly from: readonly TransactionStatus[];
  readonly to: readonly TransactionStatus[];
  readonly changedAt: Date;
  readonly debtorIban: string | undefined;
  readonly debtorDetails: string | null;
  readonly feeCents: number | undefined;
  readonly signedAt: Date | undefined;
  readonly executedAsSepa: boolean | undefined;
  readonly executeAt: Date | undefined;
  readonly executionDate: string | undefined;
  readonly nextRun: number | undefined;
  readonly rejectionCode: TppErrorCode | undefined;
  readonly rejectionText: string | undefined;
}

/** Columns that are not given stay unchanged. */
const insertMoves = prepared(
  (_reader, given: Given<Moves>) => sql`
    with moved as (
      update payment set status = coalesce((${given.to}::text[])[cardinality(${given.to}::text[])], status),
        debtor_iban = coalesce(${given.debtorIban}, debtor_iban), debtor_details = coalesce(${given.debtorDetails}::jsonb, debtor_details),
        fee_cents = coalesce(${given.feeCents}, fee_cents), signed_at = coalesce(${given.signedAt}, signed_at),
        executed_as_sepa = coalesce(${given.executedAsSepa}, executed_as_sepa), execute_at = coalesce(${given.executeAt}, execute_at),
        execution_date = coalesce(${given.executionDate}, execution_date), next_run = coalesce(${given.nextRun}, next_run),
        rejection_code = coalesce(${given.rejectionCode}, rejection_code), rejection_text = coalesce(${given.rejectionText}, rejection_text)
      where sandbox_id = ${given.sandboxId} and payment_id = ${anyOf(given.paymentIds)} and status = ${given.status}
      returning payment_id, sandbox_id
    ), stepped as (
      insert into payment_status_change (payment_id, position, sandbox_id, from_status, status, changed_at)
      select moved.payment_id, last.position + step.number, moved.sandbox_id, step.from_status, step.status, ${given.changedAt}::timestamptz
      from moved cross join lateral (select max(position) as position from payment_status_change where payment_id = moved.payment_id) as last,
        unnest(${given.from}::text[], ${given.to}::text[]) with ordinality as step (from_status, status, number)
    )
    select payment_id from moved`,
);

/** Writes the same transitions of locked payments; with an empty path, the columns alone. @throws when the status of one payment has changed. */
export async function writeMoves(
  tx: Tx,
  { sandboxId, paymentIds, status }: Movers,
  path: readonly TransactionStatus[],
  change: PaymentChange,
  changedAt: Date,
): Promise<void> {
  const { signature, executedAsSepa, executeAt, executionDate, nextRun, rejection } = change;
  const { rows } = await insertMoves(tx, {
    sandboxId,
    paymentIds,
    status,
    from: path.map((_to, index) => path[index - 1] ?? status),
    to: path,
    changedAt,
    debtorIban: signature?.debtorIban,
    debtorDetails: signature?.debtorDetails === undefined ? null : JSON.stringify(signature.debtorDetails),
    feeCents: signature?.feeCents,
    signedAt: signature?.signedAt,
    executedAsSepa,
    executeAt,
    executionDate,
    nextRun,
    rejectionCode: rejection?.code,
    rejectionText: rejection?.text,
  });
  if (rows.length !== paymentIds.length) throw new Error(`Payment ${paymentIds.join(', ')} is no longer ${status}.`);
}
