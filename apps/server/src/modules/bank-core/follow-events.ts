/**
 * Follows what happens at the core. A job asks for the events after the last applied one. Each event has its own transaction, which holds the effect
 * and the new position: no event is lost, and none is applied twice. At a gap Portico waits, and says so.
 */
import type { Logger } from 'pino';
import { BANK_TENANT, BankUnavailable } from '#modules/bank/index.ts';
import type { Db } from '#platform/db/database.ts';
import type { RunWrite, WriteContext } from '#platform/db/run-write.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { defineRecurringJob, type RecurringJob } from '#platform/jobs/recurring-job.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import type { AskCore } from './core-client.ts';
import { type FeedPosition, insertFinding, lockFeed, moveFeed, noteAnswer, noteProblem, readFeed } from './feed-store.ts';
import { type CoreEvent, OPTIONAL_CALLS } from './wire/optional-calls.ts';

const QUEUE = 'bank.follow-events';
const EVERY_MS = 5_000;
/** Events per call. */
const PAGE = 200;

/**
 * Applies what an event tells, in the transaction of its position. Must be harmless where the effect is there already: after a restored backup, events
 * come again. Returns what contradicts it; undefined: nothing.
 */
export type ApplyEvent = (context: WriteContext, event: CoreEvent) => Promise<string | undefined>;

interface Following {
  readonly ask: AskCore;
  readonly db: Db;
  readonly jobs: Jobs;
  readonly write: RunWrite;
  readonly clock: Clock;
  readonly log: Logger;
  readonly applyEvent: ApplyEvent;
}

/** Declares the job: call before `jobs.start`, and start the returned job after it. */
export function defineFollowing(deps: Following): RecurringJob {
  return defineRecurringJob(deps, { queue: QUEUE, everyMs: EVERY_MS, run: () => followEvents(deps) });
}

/** Applies all events that the core has, up to a gap. */
async function followEvents(deps: Following): Promise<void> {
  for (;;) {
    const position = await readFeed(deps.db);
    const page = await askForEvents(deps, position);
    if (page === undefined) return;
    await deps.write(async ({ tx }) => noteAnswer(tx, page.newest, await deps.clock.realNow(tx)));
    const problem = problemOf(page, position);
    if (problem !== undefined) return report(deps, problem);
    if (position.problem !== undefined && page.newest === position.number) return report(deps, undefined);
    const [next] = page.events.filter(({ number }) => number > position.number);
    if (next === undefined) return page.newest > position.number ? report(deps, gapAfter(position, page.newest)) : undefined;
    for (const event of page.events) if (!(await apply(deps, event))) return report(deps, gapBefore(event, await readFeed(deps.db)));
  }
}

interface EventPage {
  readonly events: readonly CoreEvent[];
  readonly newest: number;
}

/** With the last applied event, which shows whether the core still has it. Undefined: the core does not answer now. */
async function askForEvents({ ask }: Following, { number }: FeedPosition): Promise<EventPage | undefined> {
  try {
    const { events, newest } = await ask(OPTIONAL_CALLS.listEvents, { after: Math.max(number - 1, 0), limit: PAGE });
    return { newest, events: events.toSorted((a, b) => a.number - b.number) };
  } catch (error) {
    if (error instanceof BankUnavailable) return undefined;
    throw error;
  }
}

function problemOf({ events, newest }: EventPage, { number, eventId }: FeedPosition): string | undefined {
  if (number === 0) return undefined;
  if (newest < number) return `The core's last event is ${newest}, and ${number} was applied here: the core was restored to an older state.`;
  const last = events.find((event) => event.number === number);
  // An operator has chosen where to go on.
  if (eventId === undefined || last?.eventId === eventId) return undefined;
  return `The core has another event ${number} than the one that was applied here: it was restored to an older state, or changed its events.`;
}

const gapAfter = ({ number }: FeedPosition, newest: number) => `The core has ${newest} events, but does not return event ${number + 1}.`;
const gapBefore = (event: CoreEvent, { number }: FeedPosition) => `The core returned event ${event.number} without event ${number + 1}.`;

/** False: an event before it is missing. */
async function apply({ write, clock, applyEvent }: Following, event: CoreEvent): Promise<boolean> {
  return write(async (context) => {
    const { tx } = context;
    const position = await lockFeed(tx);
    if (event.number <= position.number) return true;
    if (event.number !== position.number + 1) return false;
    const { number, eventId, kind } = event;
    const finding = await applyEvent(context, event);
    if (finding !== undefined) {
      const paymentId = 'paymentId' in event ? event.paymentId : undefined;
      await insertFinding(tx, { number, eventId, kind, paymentId, finding, foundAt: await clock.realNow(tx) });
    }
    await context.audit({
      chain: 'core-events',
      sandboxId: BANK_TENANT,
      event: `core.${kind}`,
      ids: {
        eventId,
        number: String(number),
        ...('paymentId' in event ? { paymentId: event.paymentId } : {}),
        ...('customerId' in event ? { customerId: event.customerId } : {}),
        ...(finding === undefined ? {} : { finding }),
      },
    });
    await moveFeed(tx, event, toDate(event.at));
    return true;
  });
}

/** A core may name an instant in the right form that no calendar has. */
function toDate(at: string): Date | undefined {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

async function report({ write, clock, log }: Following, problem: string | undefined): Promise<void> {
  const isNew = await write(async ({ tx }) => {
    const known = await lockFeed(tx);
    await noteProblem(tx, problem, await clock.realNow(tx));
    return known.problem !== problem;
  });
  if (!isNew) return;
  if (problem !== undefined) log.error({ problem }, 'Events of the bank’s core cannot be followed.');
  else log.info('Events of the bank’s core are followed again.');
}
