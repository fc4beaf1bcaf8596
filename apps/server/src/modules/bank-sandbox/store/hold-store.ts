/** Holds: money reserved for payments between signature and execution. Triggers maintain each account's sum of holds. */
import type { PaymentProduct } from '@portico/contract';
import { sql } from 'kysely';
import type { StructuredRemittance } from '#modules/bank/index.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';

export type HoldState = 'held' | 'settled' | 'released';

type HoldTables = {
  account_hold: {
    payment_id: string;
    sandbox_id: string;
    account_id: string;
    generation: number;
    amount_cents: number;
    currency: string;
    state: HoldState;
    placed_at: Date;
    creditor_name: string;
    creditor_iban: string | null;
    remittance: string;
    end_to_end_id: string;
    transaction_id: string | null;
  };
};

export interface NewHold {
  readonly paymentId: string;
  readonly sandboxId: string;
  readonly accountId: string;
  readonly generation: number;
  /** Including the fee. */
  readonly amountCents: number;
  readonly feeCents: number;
  readonly currency: string;
  readonly placedAt: Date;
  /** The payee, shown to the account's holder while the hold is active. */
  readonly creditorName: string;
  readonly creditorIban: string;
  readonly remittance: string;
  readonly remittanceStructured: StructuredRemittance | undefined;
  readonly endToEndId: string;
  readonly product: PaymentProduct;
  /** Transaction id of the later booking. */
  readonly transactionId: string;
}

/** Inserts any number of holds in one statement. @throws for a payment that already has a hold. */
export async function insertHolds(tx: Tx, holds: readonly NewHold[]): Promise<void> {
  await insertAll(tx, { holds: JSON.stringify(holds) });
}

const insertAll = prepared(
  (_reader, given: Given<{ holds: string }>) => sql`
    insert into account_hold (payment_id, sandbox_id, account_id, generation, amount_cents, currency, state, placed_at, creditor_name, creditor_iban,
      remittance, end_to_end_id, fee_cents, remittance_structured, product, transaction_id)
    select "paymentId", "sandboxId", "accountId", generation, "amountCents", currency, 'held', "placedAt", "creditorName", "creditorIban",
      remittance, "endToEndId", "feeCents", "remittanceStructured", product, "transactionId"
    from jsonb_to_recordset(${given.holds}::text::jsonb) as hold (
      "paymentId" text, "sandboxId" text, "accountId" text, generation integer, "amountCents" bigint, currency text, "placedAt" timestamptz,
      "creditorName" text, "creditorIban" text, remittance text, "endToEndId" text, "feeCents" bigint, "remittanceStructured" jsonb,
      product text, "transactionId" text)`,
);

const selectStates = prepared((reader, given: Given<{ paymentIds: readonly string[] }>) =>
  reader
    .withTables<HoldTables>()
    .selectFrom('account_hold')
    .select(['payment_id', 'state'])
    .where(sql<boolean>`payment_id = ${anyOf(given.paymentIds)}`),
);

export async function readHoldStates(reader: Reader, paymentIds: readonly string[]): Promise<ReadonlyMap<string, HoldState>> {
  const { rows } = await selectStates(reader, { paymentIds });
  return new Map(rows.map((row) => [row.payment_id, row.state]));
}

const updateHeld = prepared((reader, given: Given<{ paymentIds: readonly string[]; state: 'settled' | 'released' }>) =>
  reader
    .withTables<HoldTables>()
    .updateTable('account_hold')
    .set({ state: given.state })
    .where(sql<boolean>`payment_id = ${anyOf(given.paymentIds)}`)
    .where('state', '=', sql.lit('held'))
    .returning(['payment_id', 'transaction_id']),
);

/**
 * Ends active holds; skips payments without one.
 * @returns by payment the transaction id of its booking; undefined for a hold of a server of the previous version.
 */
export async function endHolds(
  tx: Tx,
  paymentIds: readonly string[],
  state: 'settled' | 'released',
): Promise<ReadonlyMap<string, string | undefined>> {
  const { rows } = await updateHeld(tx, { paymentIds, state });
  return new Map(rows.map((row) => [row.payment_id, row.transaction_id ?? undefined]));
}
