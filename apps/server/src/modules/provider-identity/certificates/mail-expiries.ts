/**
 * Mails the developer of an application 30 and 7 days before a certificate of it expires. The transaction that stores the mail marks the certificates,
 * so that neither a second server nor a crash sends it twice.
 *
 * A mail is due by database time, for test certificates too: a developer who moves the test clock knows that certificates expire. The state of a
 * certificate is the one that the page of certificates shows.
 */
import { defineRecurringJob, type RecurringJob } from '#platform/jobs/recurring-job.ts';
import type { Mail } from '#platform/mail/mail.ts';
import type { Platform } from '#platform/platform.ts';
import type { TppApps } from '../../tpp-apps/index.ts';
import type { TestCertificates } from '../test-certificates.ts';
import { listAppsWithExpiring, listCertificates, markExpiryMailed } from './certificate-store.ts';
import { expiryMail } from './expiry-mail.ts';
import { DAY_MS, dueWarning, needsReplacement, WARNING_DAYS } from './expiry-warning.ts';
import { addStates } from './show-certificates.ts';

export interface ExpiryMailParts extends Pick<Platform, 'config' | 'db' | 'write' | 'clock'> {
  readonly tppApps: Pick<TppApps, 'listByIds'>;
  readonly mail: Pick<Mail, 'enqueue'>;
  /** Undefined before a bank's own core. */
  readonly testCertificates: TestCertificates | undefined;
  /** Of developers. Must not be called inside a write. */
  findDeveloper(by: { readonly developerId: string }): Promise<{ readonly email: string } | undefined>;
}

const BATCH = 100;

/** Declares the job. Call it before `jobs.start`, and start the returned job after it. */
export function defineExpiryMailJob(parts: ExpiryMailParts & Pick<Platform, 'jobs'>, stopping: AbortSignal): RecurringJob {
  return defineRecurringJob(parts, { queue: 'mail-expiries', everyMs: DAY_MS, run: () => mailExpiries(parts, () => stopping.aborted) });
}

/** Safe to run twice and by several servers at the same time. What a run leaves, because the server ends, is left to the next one. */
export async function mailExpiries(parts: ExpiryMailParts, isStopping: () => boolean = () => false): Promise<void> {
  const { db, clock } = parts;
  const until = new Date((await clock.realNow(db)).getTime() + Math.max(...WARNING_DAYS) * DAY_MS);
  for (let after = ''; !isStopping(); ) {
    const appIds = await listAppsWithExpiring(db, { until, after, limit: BATCH });
    for (const appId of appIds) if (!isStopping()) await mailApp(parts, appId);
    const last = appIds.at(-1);
    if (last === undefined || appIds.length < BATCH) return;
    after = last;
  }
}

async function mailApp({ config, db, write, clock, tppApps, mail, testCertificates, findDeveloper }: ExpiryMailParts, appId: string): Promise<void> {
  const developerId = (await tppApps.listByIds(db, [appId]))[0]?.developerId;
  const developer = developerId === undefined ? undefined : await findDeveloper({ developerId });
  if (developer === undefined) return;
  await write(async (context) => {
    const { tx } = context;
    const [app] = await tppApps.listByIds(tx, [appId]);
    // After a suspension the mail that is then due follows.
    if (app === undefined || app.isSuspended || app.developerId !== developerId) return;
    const all = await addStates(clock, testCertificates, tx, await listCertificates(tx, appId));
    const now = await clock.realNow(tx);
    const marked = [];
    for (const each of all) {
      const days = dueWarning(each.certificate, now);
      if (days === undefined || !needsReplacement(each, all)) continue;
      if (await markExpiryMailed(tx, each.certificate, days)) marked.push(each.certificate);
    }
    if (marked.length > 0) await mail.enqueue(context, { to: developer.email, ...expiryMail(config, app.clientName, marked, now) });
  });
}
