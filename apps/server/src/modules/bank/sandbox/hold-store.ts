/** Money reserved for ordinary payments between signature and execution. The database keeps each account's sum of holds. */
import type { Reader, Tx } from '#platform/db/database.ts';

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
  };
};

export interface NewHold {
  readonly paymentId: string;
  readonly sandboxId: string;
  readonly accountId: string;
  readonly generation: number;
  readonly amountCents: number;
  readonly currency: string;
  readonly placedAt: Date;
  /** Whom the money is for, as the account's holder reads it meanwhile. */
  readonly creditorName: string;
  readonly creditorIban: string;
  readonly remittance: string;
  readonly endToEndId: string;
}

/** False when this payment had a hold already; nothing changed then. */
export async function insertHold(tx: Tx, hold: NewHold): Promise<boolean> {
  const row = await tx
    .withTables<HoldTables>()
    .insertInto('account_hold')
    .values({
      payment_id: hold.paymentId,
      sandbox_id: hold.sandboxId,
      account_id: hold.accountId,
      generation: hold.generation,
      amount_cents: hold.amountCents,
      currency: hold.currency,
      state: 'held',
      placed_at: hold.placedAt,
      creditor_name: hold.creditorName,
      creditor_iban: hold.creditorIban,
      remittance: hold.remittance,
      end_to_end_id: hold.endToEndId,
    })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .returning('payment_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findHoldState(reader: Reader, paymentId: string): Promise<HoldState | undefined> {
  const row = await reader.withTables<HoldTables>().selectFrom('account_hold').select('state').where('payment_id', '=', paymentId).executeTakeFirst();
  return row?.state;
}

/** Ends a running hold. False when there is none: never placed, settled or released already. */
export async function endHold(tx: Tx, paymentId: string, state: 'settled' | 'released'): Promise<boolean> {
  const row = await tx
    .withTables<HoldTables>()
    .updateTable('account_hold')
    .set({ state })
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'held')
    .returning('payment_id')
    .executeTakeFirst();
  return row !== undefined;
}
