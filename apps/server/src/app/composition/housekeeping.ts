/**
 * Deletes rows that are no longer needed. Rows with personal data or links are kept for some time, so that a response can be repeated and a support
 * question answered. The ledger, payments, signing sessions and the audit log are never deleted; consents and statements stay as long as customers
 * may want to read them. Large tables drop whole partitions (docs/decisions/0041), which this job also creates. It is one durable job with small
 * transactions, which any number of servers may run. docs/operate/scale.md lists the bound of each table.
 */
import { BANK_COOKIE_SECONDS, CONSENT_DAYS_MAX, READINGS_KEPT_DAYS, SUBSCRIPTION_CONFIRMATION_SECONDS } from '@portico/contract/values';
import { forgetOldConsents, forgetOldConsentUse, forgetOldStatements } from '#modules/access/index.ts';
import { forgetOldCursors } from '#modules/accounts/index.ts';
import { forgetOldRequestsOfOperators, forgetOldSessions } from '#modules/console/index.ts';
import { forgetOldIdentity } from '#modules/developers/index.ts';
import { forgetOldConfirmations } from '#modules/funds-confirmations/index.ts';
import { forgetOldDeliveries } from '#modules/notifications/index.ts';
import { forgetOldArtifacts, forgetOldProofs } from '#modules/oauth/index.ts';
import { forgetOldNameChecks, forgetOldVerifications } from '#modules/payee-verifications/index.ts';
import { forgetOldCertificates, forgetOldLists, forgetOldStatuses } from '#modules/provider-identity/index.ts';
import { forgetOldMeasures, forgetOldRequests, prepareLogPartitions } from '#modules/request-log/index.ts';
import { forgetOldChallenges } from '#modules/sca/index.ts';
import {
  challengeNeededBySignIn,
  forgetOldBankSessions,
  forgetOldBrowsers,
  forgetOldRequestsOfIdentities,
  forgetOldSignIns,
} from '#modules/sign-in/index.ts';
import { challengeNeededBySigning, forgetOldSignInUse } from '#modules/signing/index.ts';
import { forgetOldHours } from '#modules/status/index.ts';
import { forgetUnconfirmed } from '#modules/subscriptions/index.ts';
import { forgetOldAnswers } from '#platform/db/idempotency-store.ts';
import type { Shutdown } from '#platform/http/graceful-stop.ts';
import { defineRecurringJob, type RecurringJob } from '#platform/jobs/recurring-job.ts';
import type { Platform } from '#platform/platform.ts';
import { DAY_MS, type Retention } from './retention.ts';

const QUEUE = 'housekeeping';
const INTERVAL_MS = 10 * 60_000;
const BATCH = 500;
/** The most batches of one kind before the next kind follows. */
const BATCHES_MAX = 40;
/** After this time the rest waits for the next run. The job runner takes a job for dead after a minute. */
const RUN_MS_MAX = 30_000;
/** For two years after the end of an access, customers can still see that it was given (agreed text of the PSR, Art. 43). */
const ACCESS_DAYS = 2 * 366;

/** The order matters: a bank session refers to its sign-in, a sign-in to its challenge. */
const RETENTIONS: readonly Retention[] = [
  { what: 'idempotent answers', keepMs: 7 * DAY_MS, forget: forgetOldAnswers },
  { what: 'bank sessions', keepMs: BANK_COOKIE_SECONDS * 1000 + DAY_MS, forget: forgetOldBankSessions },
  { what: 'sign-ins', keepMs: DAY_MS, forget: forgetOldSignIns },
  { what: 'open requests of sign-ins', keepMs: 0, forget: forgetOldRequestsOfIdentities },
  // As long as the cookie that identifies the browser.
  { what: 'browsers in which customers signed in', keepMs: 366 * DAY_MS, forget: forgetOldBrowsers },
  {
    what: 'challenges',
    keepMs: DAY_MS,
    forget: (tx, before, limit) => forgetOldChallenges(tx, before, limit, [challengeNeededBySignIn(), challengeNeededBySigning()]),
  },
  { what: 'what sign-ins confirmed', keepMs: BANK_COOKIE_SECONDS * 1000 + DAY_MS, forget: forgetOldSignInUse },
  // A cursor expires with its day.
  { what: 'used cursors', keepMs: 7 * DAY_MS, forget: forgetOldCursors },
  { what: 'counts of funds confirmations', keepMs: 7 * DAY_MS, forget: forgetOldConfirmations },
  { what: 'counts of payee verifications', keepMs: 7 * DAY_MS, forget: forgetOldVerifications },
  { what: 'names of verified payees', keepMs: 7 * DAY_MS, forget: forgetOldNameChecks },
  // Thirteen months, as long as a payment can be disputed (PSD2 Art. 71), and longer than any consent is valid.
  { what: 'readings under consents', keepMs: READINGS_KEPT_DAYS * DAY_MS, forget: forgetOldConsentUse },
  { what: 'consents', keepMs: (CONSENT_DAYS_MAX + 1 + ACCESS_DAYS) * DAY_MS, forget: forgetOldConsents },
  { what: 'statements', keepMs: ACCESS_DAYS * DAY_MS, forget: forgetOldStatements },
  { what: 'certificates of applications', keepMs: 31 * DAY_MS, forget: forgetOldCertificates },
  // The authority is asked again when the certificate is used, so that a deleted status costs one question.
  { what: 'statuses of certificates', keepMs: 31 * DAY_MS, forget: forgetOldStatuses },
  { what: 'lists of revoked certificates', keepMs: 31 * DAY_MS, forget: forgetOldLists },
  { what: 'notifications', keepMs: 30 * DAY_MS, forget: forgetOldDeliveries },
  { what: 'requests of applications', keepMs: 30 * DAY_MS, forget: forgetOldRequests },
  { what: 'measured lines', keepMs: 400 * DAY_MS, forget: forgetOldMeasures },
  { what: 'measured hours', keepMs: 400 * DAY_MS, forget: forgetOldHours },
  { what: 'sign-ups, codes and sessions of developers', keepMs: DAY_MS, forget: forgetOldIdentity },
  { what: 'sessions of operators', keepMs: DAY_MS, forget: forgetOldSessions },
  // As long as measured lines, for the page of decided requests. The audit log keeps the acts.
  { what: 'requests of operators', keepMs: 400 * DAY_MS, forget: forgetOldRequestsOfOperators },
  { what: 'subscriptions without a confirmation', keepMs: SUBSCRIPTION_CONFIRMATION_SECONDS * 1000, forget: forgetUnconfirmed },
  { what: 'used proofs', keepMs: 0, forget: forgetOldProofs },
  // An expired token is kept for a day, so that its holder gets "expired" instead of "unknown".
  { what: 'tokens, codes, grants and interactions', keepMs: DAY_MS, forget: forgetOldArtifacts },
];

export interface HousekeepingDeps extends Pick<Platform, 'jobs' | 'write' | 'clock'> {
  readonly shutdown: Shutdown;
  /** Rows of the edition's modules. They are deleted before the others, because they refer to them. */
  readonly retentions: readonly Retention[];
}

/** Declares the job. Call it before `jobs.start`, and start the returned job after it. */
export function defineHousekeeping(deps: HousekeepingDeps): RecurringJob {
  const job = defineRecurringJob(deps, { queue: QUEUE, everyMs: INTERVAL_MS, run: () => runHousekeeping(deps) });
  return {
    async start() {
      // Runs before the first request writes a line, because no server may have run for so long that its partition is missing. After a failure, the
      // first run of the job does it.
      await preparePieces(deps).catch(() => undefined);
      await job.start();
    },
  };
}

const preparePieces = ({ write, clock }: Pick<HousekeepingDeps, 'write' | 'clock'>) =>
  write(async ({ tx }) => prepareLogPartitions(tx, await clock.realNow(tx)));

/** Returns the number of deleted rows by kind, without the rows of dropped partitions. */
export async function runHousekeeping(
  deps: Pick<HousekeepingDeps, 'write' | 'clock' | 'shutdown' | 'retentions'>,
): Promise<Readonly<Record<string, number>>> {
  await preparePieces(deps);
  const forgotten: Record<string, number> = {};
  const began = performance.now();
  let left = [...deps.retentions, ...RETENTIONS];
  while (left.length > 0 && performance.now() - began < RUN_MS_MAX) {
    const more: Retention[] = [];
    for (const retention of left) {
      const count = await forgetSome(deps, retention);
      forgotten[retention.what] = (forgotten[retention.what] ?? 0) + count;
      if (count >= BATCH * BATCHES_MAX) more.push(retention);
    }
    left = more;
  }
  return forgotten;
}

async function forgetSome({ write, clock, shutdown }: Pick<HousekeepingDeps, 'write' | 'clock' | 'shutdown'>, retention: Retention): Promise<number> {
  let total = 0;
  for (let batches = 1; batches <= BATCHES_MAX && !shutdown.signal.aborted; batches += 1) {
    const count = await write(async ({ tx }) => {
      const now = await clock.realNow(tx);
      return retention.forget(tx, new Date(now.getTime() - retention.keepMs), BATCH);
    });
    total += count;
    if (count < BATCH) break;
  }
  return total;
}
