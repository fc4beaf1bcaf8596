/** The consents for one account. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { ConsentOwner, ConsentTables } from './consent-store.ts';

export type AccountOfOwner = Pick<ConsentOwner, 'sandboxId' | 'customerId'> & { readonly iban: string };

/** Valid consents of a customer for this account and no other. */
export async function listConsentsForOnly(tx: Tx, { sandboxId, customerId, iban }: AccountOfOwner): Promise<readonly string[]> {
  const rows = await tx
    .withTables<ConsentTables>()
    .selectFrom('consent')
    .innerJoin('consent_account', 'consent_account.consent_id', 'consent.consent_id')
    .select('consent.consent_id')
    .where('consent.sandbox_id', '=', sandboxId)
    .where('consent.customer_id', '=', customerId)
    .where('consent.status', '=', 'valid')
    .groupBy('consent.consent_id')
    .having(sql<boolean>`bool_and(consent_account.iban = ${iban})`)
    .orderBy('consent.consent_id')
    .execute();
  return rows.map((row) => row.consent_id);
}
