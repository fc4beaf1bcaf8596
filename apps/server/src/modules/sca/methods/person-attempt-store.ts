/** Failures in a row of one person with one method, over all customers for whom the person acts (RTS (EU) 2018/389 Art. 4(3)(b)). */
import type { AuthMethod } from '@portico/contract';
import { type ColumnType, type Generated, type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { tenantNow } from '#platform/tenant/tenant-time.ts';
import { type MethodAttempts, NO_ATTEMPTS } from './method-block.ts';

type PersonAttemptTables = {
  person_attempt: {
    sandbox_id: string;
    person: string;
    method: AuthMethod;
    failures: number;
    blocked_until: ColumnType<Date | null, null | undefined, Date | null>;
    stranger_failures: Generated<number>;
    stranger_blocked_until: ColumnType<Date | null, null | undefined, Date | null>;
  };
};

interface MethodOwner {
  readonly sandboxId: string;
  /** `digestPerson`. */
  readonly person: string;
  readonly method: AuthMethod;
}

/** Whose attempts: a browser in which the customer signed in before has a separate count. */
interface AttemptOwner extends MethodOwner {
  readonly isKnownBrowser: boolean;
}

const upsertAttempts = prepared((reader, given: Given<MethodOwner>) =>
  reader
    .withTables<PersonAttemptTables>()
    .insertInto('person_attempt')
    .values({ sandbox_id: given.sandboxId, person: given.person, method: given.method, failures: 0, blocked_until: null })
    // The empty update is what locks a row that exists already.
    .onConflict((conflict) => conflict.columns(['sandbox_id', 'person', 'method']).doUpdateSet({ method: given.method }))
    .returning(['failures', 'blocked_until', 'stranger_failures', 'stranger_blocked_until']),
);

const selectAttempts = prepared((reader, given: Given<MethodOwner>) =>
  reader
    .withTables<PersonAttemptTables>()
    .selectFrom('person_attempt')
    .select(['failures', 'blocked_until', 'stranger_failures', 'stranger_blocked_until'])
    .select(tenantNow(sql.ref('person_attempt.sandbox_id')).as('now'))
    .where('sandbox_id', '=', given.sandboxId)
    .where('person', '=', given.person)
    .where('method', '=', given.method),
);

/** At `now` (tenant time); undefined before the first attempt. */
export async function readAttempts(
  reader: Reader,
  { isKnownBrowser, ...owner }: AttemptOwner,
): Promise<{ readonly attempts: MethodAttempts; readonly now: Date } | undefined> {
  const [row] = (await selectAttempts(reader, owner)).rows;
  return row && { attempts: toAttempts(row, isKnownBrowser), now: row.now };
}

/** Reads and locks until the transaction ends, so that outcomes of challenges that run side by side are counted one by one. */
export async function lockAttempts(tx: Tx, { sandboxId, person, method, isKnownBrowser }: AttemptOwner): Promise<MethodAttempts> {
  return toAttempts((await upsertAttempts(tx, { sandboxId, person, method })).rows[0], isKnownBrowser);
}

export async function writeAttempts(tx: Tx, owner: AttemptOwner, { failures, blockedUntil }: MethodAttempts): Promise<void> {
  const until = blockedUntil ?? null;
  await tx
    .withTables<PersonAttemptTables>()
    .updateTable('person_attempt')
    .set(owner.isKnownBrowser ? { failures, blocked_until: until } : { stranger_failures: failures, stranger_blocked_until: until })
    .where('sandbox_id', '=', owner.sandboxId)
    .where('person', '=', owner.person)
    .where('method', '=', owner.method)
    .execute();
}

type AttemptColumns = Pick<
  Selectable<PersonAttemptTables['person_attempt']>,
  'failures' | 'blocked_until' | 'stranger_failures' | 'stranger_blocked_until'
>;

function toAttempts(row: AttemptColumns | undefined, isKnownBrowser: boolean): MethodAttempts {
  if (row === undefined) return NO_ATTEMPTS;
  return isKnownBrowser
    ? { failures: row.failures, blockedUntil: row.blocked_until ?? undefined }
    : { failures: row.stranger_failures, blockedUntil: row.stranger_blocked_until ?? undefined };
}
