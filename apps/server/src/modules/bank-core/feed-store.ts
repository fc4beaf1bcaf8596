/** How far the events of the core are applied, and the events that contradict what Portico knows. */
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';

type FeedTables = {
  core_feed: { feed: string; position: number; event_id: string | null; problem: string | null; problem_since: Date | null };
  core_finding: { number: number; event_id: string; kind: string; payment_id: string | null; finding: string; found_at: Date };
};

/** The last applied event. */
export interface FeedPosition {
  /** 0: none yet. */
  readonly number: number;
  readonly eventId: string | undefined;
}

export interface FeedState extends FeedPosition {
  /** Why the next event is not applied. */
  readonly problem: string | undefined;
  readonly problemSince: Date | undefined;
}

export interface Finding {
  readonly number: number;
  readonly eventId: string;
  readonly kind: string;
  readonly paymentId: string | undefined;
  readonly finding: string;
  readonly foundAt: Date;
}

export async function readFeed(reader: Reader): Promise<FeedState> {
  const row = await selectFeed(reader).executeTakeFirstOrThrow();
  return toState(row);
}

/** Locks the position until the transaction ends, so that servers apply events one after another. */
export async function lockFeed(tx: Tx): Promise<FeedState> {
  const row = await selectFeed(tx).forUpdate().executeTakeFirstOrThrow();
  return toState(row);
}

export async function moveFeed(tx: Tx, { number, eventId }: FeedPosition): Promise<void> {
  const tables = tx.withTables<FeedTables>();
  await tables
    .updateTable('core_feed')
    .set({ position: number, event_id: eventId ?? null, problem: null, problem_since: null })
    .execute();
}

/** Keeps the time at which the same problem was seen first. Undefined: there is none any more. */
export async function noteProblem(tx: Tx, problem: string | undefined, now: Date): Promise<void> {
  const tables = tx.withTables<FeedTables>();
  await tables
    .updateTable('core_feed')
    .set({ problem: problem ?? null, problem_since: problem === undefined ? null : now })
    .where(sql<boolean>`problem is distinct from ${problem ?? null}`)
    .execute();
}

export async function insertFinding(tx: Tx, { number, eventId, kind, paymentId, finding, foundAt }: Finding): Promise<void> {
  await tx
    .withTables<FeedTables>()
    .insertInto('core_finding')
    .values({ number, event_id: eventId, kind, payment_id: paymentId ?? null, finding, found_at: foundAt })
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .execute();
}

/** In the order of the events. */
export async function listFindings(reader: Reader): Promise<readonly Finding[]> {
  const rows = await reader.withTables<FeedTables>().selectFrom('core_finding').selectAll().orderBy('number').orderBy('event_id').execute();
  return rows.map(({ number, event_id, kind, payment_id, finding, found_at }) => ({
    number: Number(number),
    eventId: event_id,
    kind,
    paymentId: payment_id ?? undefined,
    finding,
    foundAt: found_at,
  }));
}

function selectFeed(reader: Reader) {
  return reader.withTables<FeedTables>().selectFrom('core_feed').selectAll();
}

function toState({ position, event_id, problem, problem_since }: FeedTables['core_feed']): FeedState {
  return { number: Number(position), eventId: event_id ?? undefined, problem: problem ?? undefined, problemSince: problem_since ?? undefined };
}
