/**
 * Forgets what is no longer needed: rows that name people or lead somewhere, kept for a while so that an answer can be repeated, a
 * late return be explained and a support question be answered. The ledger, payments, signing sessions and the audit log are not
 * among them; consents and statements stay as long as customers may want to look back at them. What comes in masses is dropped in pieces
 * (docs/decisions/0041), which are made here, too. One durable job, in small transactions, which any number of servers may run.
 * docs/operate/scale.md lists the bound of each table.
 */
import { BANK_COOKIE_SECONDS, CONSENT_DAYS_MAX } from '@portico/contract/values';
import { forgetOldConsents, forgetOldConsentUse, forgetOldStatements } from '#modules/access/index.ts';
import { forgetOldCursors } from '#modules/accounts/index.ts';
import { forgetOldIdentity } from '#modules/developers/index.ts';
import { forgetOldConfirmations } from '#modules/funds-confirmations/index.ts';
import { forgetOldArtifacts } from '#modules/oauth/index.ts';
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
import { forgetOldAnswers } from '#platform/db/idempotency-store.ts';
import type { Shutdown } from '#platform/http/graceful-stop.ts';
import { defineRecurringJob, type RecurringJob, type RecurringJobDeps } from '#platform/jobs/recurring-job.ts';
import { DAY_MS, type Retention } from './retention.ts';

const QUEUE = 'housekeeping';
const INTERVAL_MS = 10 * 60_000;
const BATCH = 500;
/** Of one kind, before the others have their turn. */
const BATCHES_MAX = 40;
/** What is left then waits for the next run. The job runner takes a job for dead after a minute. */
const RUN_MS_MAX = 30_000;
/** Two years after access has ended it can still be seen that it was given (agreed text of the PSR, Art. 43). */
const ACCESS_DAYS = 2 * 366;

/** In this order: a bank session refers to its sign-in, a sign-in to its challenge. */
const RETENTIONS: readonly Retention[] = [
  { what: 'idempotent answers', keepMs: 7 * DAY_MS, forget: forgetOldAnswers },
  { what: 'bank sessions', keepMs: BANK_COOKIE_SECONDS * 1000 + DAY_MS, forget: forgetOldBankSessions },
  { what: 'sign-ins', keepMs: DAY_MS, forget: forgetOldSignIns },
  { what: 'open requests of sign-ins', keepMs: 0, forget: forgetOldRequestsOfIdentities },
  // As long as the cookie by which the browser is known.
  { what: 'browsers in which customers signed in', keepMs: 366 * DAY_MS, forget: forgetOldBrowsers },
  {
    what: 'challenges',
    keepMs: DAY_MS,
    forget: (tx, before, limit) => forgetOldChallenges(tx, before, limit, [challengeNeededBySignIn(), challengeNeededBySigning()]),
  },
  { what: 'what sign-ins confirmed', keepMs: BANK_COOKIE_SECONDS * 1000 + DAY_MS, forget: forgetOldSignInUse },
  // A cursor ends with its day.
  { what: 'used cursors', keepMs: 7 * DAY_MS, forget: forgetOldCursors },
  { what: 'counts of funds confirmations', keepMs: 7 * DAY_MS, forget: forgetOldConfirmations },
  // Thirteen months, as long as a payment can be disputed (PSD2 Art. 71), and longer than any consent is valid.
  { what: 'readings under consents', keepMs: 400 * DAY_MS, forget: forgetOldConsentUse },
  { what: 'consents', keepMs: (CONSENT_DAYS_MAX + 1 + ACCESS_DAYS) * DAY_MS, forget: forgetOldConsents },
  { what: 'statements', keepMs: ACCESS_DAYS * DAY_MS, forget: forgetOldStatements },
  { what: 'requests of applications', keepMs: 30 * DAY_MS, forget: forgetOldRequests },
  { what: 'measured lines', keepMs: 400 * DAY_MS, forget: forgetOldMeasures },
  { what: 'measured hours', keepMs: 400 * DAY_MS, forget: forgetOldHours },
  { what: 'sign-ups, codes and sessions of developers', keepMs: DAY_MS, forget: forgetOldIdentity },
  // An expired token stays a day, so that its holder reads "expired" and not "unknown".
  { what: 'tokens, codes, grants and interactions', keepMs: DAY_MS, forget: forgetOldArtifacts },
];

export interface HousekeepingDeps extends RecurringJobDeps {
  readonly shutdown: Shutdown;
  /** Rows of the edition's modules. They are deleted before the others, because they refer to them. */
  readonly retentions: readonly Retention[];
}

/** Declares the job; call before `jobs.start`, and start what it answers after it. */
export function defineHousekeeping(deps: HousekeepingDeps): RecurringJob {
  const job = defineRecurringJob(deps, { queue: QUEUE, everyMs: INTERVAL_MS, run: () => runHousekeeping(deps) });
  return {
    async start() {
      // Before the first request leaves a line: no server may have run for so long that there is no piece for it. What fails is the first run's.
      await preparePieces(deps).catch(() => undefined);
      await job.start();
    },
  };
}

const preparePieces = ({ write, clock }: Pick<HousekeepingDeps, 'write' | 'clock'>) =>
  write(async ({ tx }) => prepareLogPartitions(tx, await clock.realNow(tx)));

/** Answers how many rows of each kind went; what was dropped in pieces is not counted. */
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
