/** Writes the representative of a company to the row of a consent or statement. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

interface Represented {
  readonly sandboxId: string;
  readonly representative: string | undefined;
}

export async function writeConsentRepresentative(
  tx: Tx,
  { sandboxId, consentId, representative }: Represented & { consentId: string },
): Promise<void> {
  if (representative === undefined) return;
  await sql`
    update consent set representative = ${representative}
    where sandbox_id = ${sandboxId} and consent_id = ${consentId} and representative <> ${representative}`.execute(tx);
}

export async function writeStatementRepresentative(
  tx: Tx,
  { sandboxId, statementId, representative }: Represented & { statementId: string },
): Promise<void> {
  if (representative === undefined) return;
  await sql`
    update transactions_statement set representative = ${representative}
    where sandbox_id = ${sandboxId} and statement_id = ${statementId} and representative <> ${representative}`.execute(tx);
}
