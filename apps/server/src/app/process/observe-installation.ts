/** Metrics read from the database. The database is asked at each collection, and never without one. Every server returns the same values. */
import { readFeedFigures } from '#modules/bank-core/index.ts';
import type { Database } from '#platform/db/database.ts';
import { readFullestSequence } from '#platform/db/sequence-store.ts';
import { READINESS_TIMEOUT_MS } from '#platform/http/limits.ts';
import { readQueueDepths } from '#platform/jobs/job-queues-store.ts';
import type { Observation } from '#platform/telemetry/instrument.ts';
import * as instruments from '#platform/telemetry/instruments.ts';
import type { Portico } from '../composition/build-app.ts';

type Read = () => readonly Observation[] | Promise<readonly Observation[]>;
interface Observed {
  observe(read: Read): () => void;
}

/** Returns a function that ends this; call it before the database is closed. */
export function observeInstallation({ modules }: Pick<Portico, 'modules'>, database: Database): () => void {
  const queues = together(() => readQueueDepths(database.db));
  const mails = together(modules.mail.readBacklog);
  const feed = together(() => readFeedFigures(database.db));
  type Figures = NonNullable<Awaited<ReturnType<typeof feed>>>;
  const ofFeed = (value: (figures: Figures) => number) => async (): Promise<readonly Observation[]> => {
    const figures = await feed();
    return figures === undefined ? [] : [[value(figures)]];
  };
  const ofQueues = (value: (queue: Awaited<ReturnType<typeof readQueueDepths>>[number]) => number) => async () =>
    (await queues()).map((each): Observation => [value(each), { 'messaging.destination.name': each.queue }]);
  const reads: readonly (readonly [Observed, Read])[] = [
    [instruments.databaseUp, async () => [[(await database.isReady(READINESS_TIMEOUT_MS / 2)) ? 1 : 0]]],
    [instruments.sequenceUsed, async () => [[await readFullestSequence(database.db)]]],
    [instruments.jobsWaiting, ofQueues(({ waiting }) => waiting)],
    [instruments.jobsOldest, ofQueues(({ oldestSeconds }) => oldestSeconds)],
    [instruments.jobsFailed, ofQueues(({ givenUp }) => givenUp)],
    [instruments.mailsWaiting, async () => [[(await mails()).waiting]]],
    [instruments.mailsOldest, async () => [[(await mails()).oldestSeconds]]],
    [instruments.notificationsOldest, async () => [[await modules.notifications.readOldestSeconds()]]],
    [instruments.coreEventLag, ofFeed(({ lag }) => lag)],
    [instruments.coreLastEvent, ofFeed(({ lastEventSeconds }) => lastEventSeconds)],
    [instruments.coreEventAnswer, ofFeed(({ answerSeconds }) => answerSeconds)],
    [instruments.coreEventProblem, ofFeed(({ problemSeconds }) => problemSeconds)],
    [instruments.coreEventFindings, ofFeed(({ findings }) => findings)],
    [instruments.requestLogWaiting, () => [[modules.requestLog.waiting()]]],
  ];
  const ends = reads.map(([instrument, read]) => instrument.observe(read));
  return () => {
    for (const end of ends) end();
  };
}

/** A call while another one runs gets the result of that one. */
function together<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | undefined;
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}
