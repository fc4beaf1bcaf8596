/** What this module keeps of test customers: blocked methods, which a reset lifts, and challenges, which go with their sandbox. */
import type { Tx } from '#platform/db/database.ts';

type Tables = {
  person_attempt: { sandbox_id: string; person: string };
  /** Written by the version before. */
  method_attempt: { sandbox_id: string };
  challenge: { sandbox_id: string };
};

/** `person`: `digestPerson`. */
export async function liftBlocks(tx: Tx, { sandboxId, person }: { readonly sandboxId: string; readonly person: string }): Promise<void> {
  await tx.withTables<Tables>().deleteFrom('person_attempt').where('sandbox_id', '=', sandboxId).where('person', '=', person).execute();
}

/** Sign-ins refer to challenges and must be gone before. */
export async function forgetSandboxChallenges(tx: Tx, sandboxId: string): Promise<void> {
  const tables = tx.withTables<Tables>();
  for (const table of ['person_attempt', 'method_attempt', 'challenge'] as const) {
    await tables.deleteFrom(table).where('sandbox_id', '=', sandboxId).execute();
  }
}
