/**
 * Tells subscribers what is new. First one transaction stores the mails; then each transaction writes a batch of them as jobs, together with how far
 * it came. A server that ends in between leaves the rest to the next run, and no subscriber gets a mail twice.
 */
import type { ApiChange, Incident, MaintenanceWindow } from '@portico/contract';
import type { Reader } from '#platform/db/database.ts';
import type { Mail } from '#platform/mail/mail.ts';
import type { Platform } from '#platform/platform.ts';
import {
  insertAnnouncements,
  isFirstRun,
  listReceivers,
  listTold,
  lockAnnouncements,
  takeOpenAnnouncement,
  writeProgress,
} from './announcement-store.ts';
import { findAnnouncements, itemsOf } from './find-announcements.ts';
import type { NewsWords } from './news-texts.ts';
import { newsMail } from './subscription-mails.ts';

/** Where news come from: functions of other modules. Each reads with the given transaction. */
export interface NewsSources extends Pick<NewsWords, 'sayTime'> {
  /** Open incidents, and those with an update since; updates newest first. */
  incidents(reader: Reader, since: Date): Promise<readonly Incident[]>;
  /** Windows that have not ended by then, including cancelled ones. */
  maintenance(reader: Reader, since: Date): Promise<readonly MaintenanceWindow[]>;
  readonly changes: readonly ApiChange[];
}

type Ground = Pick<Platform, 'config' | 'write' | 'clock'>;

/** News older than this are not sent after an outage of all servers. */
const NEWS_MS = 7 * 24 * 60 * 60_000;
const BATCH = 100;
/** After this time the rest waits for the next run. The job runner takes a job for dead after a minute. */
const RUN_MS_MAX = 30_000;

/** Safe to run twice and by several servers at the same time. `isStopping`: the server ends, so no further batch begins. */
export async function announce(platform: Ground, mail: Pick<Mail, 'enqueue'>, sources: NewsSources, isStopping: () => boolean): Promise<void> {
  await storeNews(platform, sources);
  const began = performance.now();
  while (!isStopping() && performance.now() - began < RUN_MS_MAX) if (!(await writeSome(platform, mail))) return;
}

/** What exists at the first run of a database counts as told. */
async function storeNews({ config, write, clock }: Ground, sources: NewsSources): Promise<void> {
  await write(async ({ tx }) => {
    await lockAnnouncements(tx);
    const now = await clock.realNow(tx);
    const present = {
      incidents: await sources.incidents(tx, new Date(now.getTime() - NEWS_MS)),
      windows: await sources.maintenance(tx, now),
      changes: sources.changes,
    };
    const words = { productName: config.productName, publicUrl: config.publicUrl, sayTime: sources.sayTime };
    const isFirst = await isFirstRun(tx);
    const found = findAnnouncements(present, await listTold(tx, itemsOf(present)), words);
    await insertAnnouncements(tx, isFirst ? found.map(({ mail: _unsent, ...told }) => told) : found);
  });
}

/** False: nothing is left, or another server has it. */
function writeSome({ config, write }: Ground, mail: Pick<Mail, 'enqueue'>): Promise<boolean> {
  return write(async (context) => {
    const { tx } = context;
    const open = await takeOpenAnnouncement(tx);
    if (open === undefined) return false;
    const receivers = await listReceivers(tx, open, BATCH);
    for (const receiver of receivers) await mail.enqueue(context, newsMail(config, open, receiver));
    await writeProgress(tx, open, receivers.length < BATCH ? undefined : receivers.at(-1)?.subscriptionId);
    return true;
  });
}
