/**
 * Executes a signed payment when its time has come, pays on its day one that was signed ahead, makes the runs of a periodic one, pays
 * the items of a bulk one, and lets the co-signer answer when his has. The job may be repeated, run twice at once or come too early:
 * the payment's lock, its status and the bank's own once-per-payment rule let the money move exactly once.
 */
import type { TransactionStatus } from '@portico/contract';
import { type Bank, isTenantOf } from '#modules/bank/index.ts';
import { crashPoint } from '#platform/crash-points.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { defineRecurringJob, type RecurringJob, type RecurringJobDeps } from '#platform/jobs/recurring-job.ts';
import { toTransfer } from '../api/payment-view.ts';
import { pollSecondSignature } from '../authorisation/poll-second-signature.ts';
import type { PaymentsDeps } from '../deps.ts';
import { type PaymentToExecute, scheduleExecution } from '../lifecycle/schedule-execution.ts';
import { transitionPayment } from '../lifecycle/transition.ts';
import { isBulk } from '../model/bulk-payment.ts';
import type { Payment } from '../model/payment.ts';
import { awaitsCoSignature, awaitsDay, awaitsExecution, STATUS_PATHS } from '../model/payment-status.ts';
import { isPeriodic } from '../model/periodic-payment.ts';
import type { Plan, Signed } from '../model/plan.ts';
import { listOverdueExecutions, lockPayment } from '../store/payment-store.ts';
import { executeNow } from './execute.ts';
import { payItems } from './execute-items.ts';
import { makeRuns } from './make-runs.ts';
import { rejectRefused } from './rejections.ts';

const RESUME_QUEUE = 'payments.resume';
const RESUME_INTERVAL_MS = 5 * 60_000;
/** In one transaction; what is left waits for the next time. */
const RESUMED_MAX = 500;

interface ResumeJobDeps extends RecurringJobDeps {
  readonly bank: Pick<Bank, 'kind'>;
}

/**
 * Sends the jobs of payments whose time has come, for a queue that gave up, was lost, or takes a job for running whose server died:
 * that one would be tried again after a minute, and each time later. Harmless where the job does run.
 */
async function resumeExecutions(deps: ResumeJobDeps): Promise<void> {
  await deps.write(async ({ tx }) => {
    const occasion = `resumed ${(await deps.clock.realNow(tx)).toISOString()}`;
    for (const { executeAt, ...payment } of await listOverdueExecutions(tx, deps.bank.kind, RESUMED_MAX))
      await scheduleExecution(deps, tx, payment, executeAt, occasion);
  });
}

/** Looks for such payments at the start and from then on. Declares a job: call before `jobs.start`, and start what it answers after it. */
export function defineResumeJob(deps: ResumeJobDeps): RecurringJob {
  const job = defineRecurringJob(deps, { queue: RESUME_QUEUE, everyMs: RESUME_INTERVAL_MS, run: () => resumeExecutions(deps) });
  return {
    async start() {
      await resumeExecutions(deps);
      await job.start();
    },
  };
}

export const isAwaited = (status: TransactionStatus): boolean => awaitsCoSignature(status) || awaitsDay(status) || awaitsExecution(status);

/** What becomes of a payment whose time has come. `hasMore`: there is more to do at once. */
async function work(
  deps: PaymentsDeps,
  context: WriteContext,
  payment: Signed,
  now: Date,
): Promise<{ readonly plan: Plan; readonly hasMore: boolean }> {
  if (!awaitsDay(payment.status) && isBulk(payment)) return payItems(deps, context, payment, now);
  return { plan: await planOf(deps, context, payment, now), hasMore: false };
}

async function planOf(deps: PaymentsDeps, context: WriteContext, payment: Signed, now: Date): Promise<Plan> {
  const { status } = payment;
  if (awaitsCoSignature(status)) return pollSecondSignature(deps, context, payment, now);
  if (awaitsDay(status) && isPeriodic(payment)) return makeRuns(deps, context, payment, now);
  if (awaitsDay(status)) return rejectRefused(await executeNow(deps, context.tx, payment, now));
  if (isBulk(payment)) throw new Error(`The items of ${payment.paymentId} are paid one chunk after the other.`);
  return settle(deps, context, payment);
}

/** Harmless when the payment is executed or over already. Of a bulk payment, one chunk of items after the other. */
export async function executeDuePayment(deps: PaymentsDeps, payment: PaymentToExecute): Promise<void> {
  let hasMore = true;
  while (hasMore) {
    hasMore = await executeOnce(deps, payment);
    crashPoint('payments.settled');
  }
}

async function executeOnce(deps: PaymentsDeps, { sandboxId, paymentId }: PaymentToExecute): Promise<boolean> {
  // An order of another kind of bank stays as it is: this bank knows no account of it, so every verdict would be wrong.
  if (!isTenantOf(deps.bank.kind, sandboxId)) return false;
  return deps.write(async (context) => {
    const payment = await lockPayment(context.tx, sandboxId, paymentId);
    if (payment?.signature === undefined || payment.executeAt === undefined || !isAwaited(payment.status)) return false;
    const now = await deps.clock.now(context.tx, sandboxId);
    if (now < payment.executeAt) {
      // The sandbox's clock was set back after the job was sent.
      await scheduleExecution(deps, context.tx, payment, payment.executeAt, 'again');
      return false;
    }
    const { plan, hasMore } = await work(deps, context, { ...payment, signature: payment.signature }, now);
    await transitionPayment(deps, context, payment, plan);
    crashPoint('payments.settling');
    return hasMore;
  });
}

async function settle(deps: PaymentsDeps, { tx }: WriteContext, payment: Signed<Payment>): Promise<Plan> {
  const outcome = await deps.bank.settleHold(tx, toTransfer(payment, payment.signature, 'INDIVIDUAL_SEPA'));
  if (outcome.ok) return { path: STATUS_PATHS.ordinarySettled, change: {} };
  await deps.bank.releaseHold(tx, payment.paymentId);
  return rejectRefused(outcome);
}
