/** How far the events of the core are applied, and the events that contradict what Portico knows. */
import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';

type FeedTables = {
  core_feed: {
    feed: string;
    position: number;
    event_id: string | null;
    event_at: Date | null;
    problem: string | null;
    problem_since: Date | null;
    newest: number | null;
    answered_at: Date | null;
  };
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
  /** When the last applied event happened at the core. */
  readonly eventAt: Date | undefined;
  /** The number of the core's newest event in its last answer. Undefined: it has not answered yet. */
  readonly newest: number | undefined;
  readonly answeredAt: Date | undefined;
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

/** @param at when the event happened at the core */
export async function moveFeed(tx: Tx, { number, eventId }: FeedPosition, at?: Date): Promise<void> {
  const tables = tx.withTables<FeedTables>();
  await tables
    .updateTable('core_feed')
    .set({ position: number, event_id: eventId ?? null, event_at: at ?? null, problem: null, problem_since: null })
    .execute();
}

/** Keeps what the core has answered last: how many events it has, and when. */
export async function noteAnswer(tx: Tx, newest: number, now: Date): Promise<void> {
  await tx.withTables<FeedTables>().updateTable('core_feed').set({ newest, answered_at: now }).execute();
}

/** What metrics say of the feed. Undefined: no core has answered yet. */
export interface FeedFigures {
  /** Events that the core has and Portico has not applied. */
  readonly lag: number;
  /** Seconds since the last applied event happened; 0 before the first one. */
  readonly lastEventSeconds: number;
  /** Seconds since the core last said which events it has. */
  readonly answerSeconds: number;
  /** Seconds for which the next event has not been applied because of a fault; 0: no fault. */
  readonly problemSeconds: number;
  readonly findings: number;
}

export async function readFeedFigures(reader: Reader): Promise<FeedFigures | undefined> {
  const seconds = (instant: RawBuilder<unknown>) => sql<number>`coalesce(greatest(extract(epoch from now() - ${instant}), 0), 0)::float8`;
  const row = await reader
    .withTables<FeedTables>()
    .selectFrom('core_feed')
    .select(({ selectFrom, fn }) => [
      sql<number>`greatest(newest - position, 0)`.as('lag'),
      seconds(sql.ref('event_at')).as('lastEventSeconds'),
      seconds(sql.ref('answered_at')).as('answerSeconds'),
      seconds(sql.ref('problem_since')).as('problemSeconds'),
      selectFrom('core_finding').select(fn.countAll().as('count')).as('findings'),
    ])
    .where('answered_at', 'is not', null)
    .executeTakeFirst();
  return row && { ...row, lag: Number(row.lag), findings: Number(row.findings) };
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

function toState({ position, event_id, event_at, problem, problem_since, newest, answered_at }: FeedTables['core_feed']): FeedState {
  return {
    number: Number(position),
    eventId: event_id ?? undefined,
    eventAt: event_at ?? undefined,
    problem: problem ?? undefined,
    problemSince: problem_since ?? undefined,
    newest: newest === null ? undefined : Number(newest),
    answeredAt: answered_at ?? undefined,
  };
}
