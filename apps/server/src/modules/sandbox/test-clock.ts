/** Moves a sandbox's time forward and runs what falls due on the way, oldest first, each at its own time. */
import type { TestClock } from '@portico/contract';
import type { ClockStep, SandboxDeps } from './sandbox.ts';
import { limitReached } from './sandbox-errors.ts';
import { advanceTo, readClock, timeAfter } from './sandbox-store.ts';

const YEARS_MAX = 5;
const YEAR_MS = 366 * 24 * 60 * 60_000;

export async function toTestClock({ platform }: SandboxDeps, sandboxId: string): Promise<TestClock> {
  const { now, isRealTime } = await readClock(platform.db, sandboxId);
  return { now: now.toISOString(), isRealTime };
}

export async function advanceClock(deps: SandboxDeps, sandboxId: string, { minutes = 0, days = 0, months = 0 }: ClockStep): Promise<TestClock> {
  const { db, write, clock } = deps.platform;
  const target = await timeAfter(db, sandboxId, { minutes, days, months });
  if (target.getTime() - (await clock.realNow(db)).getTime() > YEARS_MAX * YEAR_MS) {
    throw limitReached(`The test clock goes at most ${YEARS_MAX} years ahead. Go back to real time first.`);
  }
  let done: { readonly paymentId: string; readonly executeAt: Date } | undefined;
  for (;;) {
    const next = await deps.payments.nextExecution(db, sandboxId, target);
    // One that comes back for the same time would come back for ever; the ordinary job has it.
    if (next === undefined || (next.paymentId === done?.paymentId && next.executeAt <= done.executeAt)) break;
    await write(({ tx }) => advanceTo(tx, sandboxId, next.executeAt));
    await deps.payments.execute({ sandboxId, paymentId: next.paymentId });
    done = next;
  }
  await write(async (context) => {
    await advanceTo(context.tx, sandboxId, target);
    await context.audit({ chain: `sandbox:${sandboxId}`, sandboxId, event: 'sandbox.clock-advanced', ids: { to: target.toISOString() } });
  });
  await deps.endOverdueSignings(sandboxId);
  return toTestClock(deps, sandboxId);
}
