/** Moves a sandbox's clock forward and runs everything that falls due, oldest first, each at its own time. */

import type { TestClock } from '@portico/contract';
import { advanceTo, readClock, timeAfter } from '#platform/tenant/tenant-store.ts';
import { clockStopped, limitReached } from '../refusals.ts';
import type { ClockStep, SandboxDeps } from '../sandbox.ts';

const YEARS_MAX = 5;
const YEAR_MS = 366 * 24 * 60 * 60_000;
/** Limit per call, which must respond in time: a daily payment over years exceeds it. */
const EXECUTIONS_MAX = 1000;
/** A payment takes few steps at the same time: second signature, execution date, settlement. */
const STEPS_AT_ONE_TIME_MAX = 4;

export async function toTestClock({ platform }: Pick<SandboxDeps, 'platform'>, sandboxId: string): Promise<TestClock> {
  const { now, isRealTime } = await readClock(platform.db, sandboxId);
  return { now: now.toISOString(), isRealTime };
}

/** @throws UiRefusal LIMIT_REACHED when more is due than one call can run; the executed part stays executed. */
export async function advanceClock(
  deps: Pick<SandboxDeps, 'platform' | 'payments' | 'endOverdueSignings'>,
  sandboxId: string,
  { minutes = 0, days = 0, months = 0 }: ClockStep,
  executionsMax = EXECUTIONS_MAX,
): Promise<TestClock> {
  const { db, write, clock } = deps.platform;
  const target = await timeAfter(db, sandboxId, { minutes, days, months });
  if (target.getTime() - (await clock.realNow(db)).getTime() > YEARS_MAX * YEAR_MS) {
    throw limitReached(`The test clock goes at most ${YEARS_MAX} years ahead. Go back to real time first.`);
  }
  const reached = await runUntil(deps, sandboxId, target, executionsMax);
  await write(async (context) => {
    await advanceTo(context.tx, sandboxId, reached);
    await context.audit({ chain: `sandbox:${sandboxId}`, sandboxId, event: 'sandbox.clock-advanced', ids: { to: reached.toISOString() } });
  });
  await deps.endOverdueSignings(sandboxId);
  if (reached < target) throw clockStopped(reached, executionsMax);
  return toTestClock(deps, sandboxId);
}

/** Returns `target`, or the time of the last execution if the limit was reached. */
async function runUntil(
  { platform: { db, write }, payments }: Pick<SandboxDeps, 'platform' | 'payments'>,
  sandboxId: string,
  target: Date,
  executionsMax: number,
): Promise<Date> {
  let done: { readonly paymentId: string; readonly executeAt: Date } | undefined;
  let steps = 0;
  for (let executions = 0; ; executions += 1) {
    const next = await payments.nextExecution(db, sandboxId, target);
    if (next === undefined) return target;
    steps = next.paymentId === done?.paymentId && next.executeAt <= done.executeAt ? steps + 1 : 0;
    // A payment that is due again at the same time would loop forever; the ordinary job continues with it.
    if (steps >= STEPS_AT_ONE_TIME_MAX) return target;
    if (done !== undefined && executions >= executionsMax) return done.executeAt;
    await write(({ tx }) => advanceTo(tx, sandboxId, next.executeAt));
    await payments.execute({ sandboxId, paymentId: next.paymentId });
    done = next;
  }
}
