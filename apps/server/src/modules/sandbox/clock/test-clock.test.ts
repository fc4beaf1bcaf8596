import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPlatform, type TestPlatform } from '../../../testing/test-platform.ts';
import { advanceClock } from './test-clock.ts';

const SANDBOX_ID = 'sbx_test';
const MINUTE_MS = 60_000;

let house: TestPlatform;
beforeAll(async () => {
  house = await openTestPlatform({ appendAudit: async () => {} });
});
beforeEach(() => house.setClockOffset(0));
afterAll(() => house.database.close());

const now = async () => (await house.platform.clock.now(house.platform.db, SANDBOX_ID)).getTime();

/** Something falls due every minute, for ever. */
async function everyMinute() {
  const begin = await now();
  const executed: number[] = [];
  return {
    begin,
    executed,
    payments: {
      async nextExecution(_reader: unknown, _sandboxId: string, until: Date) {
        const executeAt = new Date(begin + (executed.length + 1) * MINUTE_MS);
        return executeAt <= until ? { paymentId: 'pay_1', executeAt } : undefined;
      },
      async execute() {
        executed.push((await now()) - begin);
      },
    },
  };
}

describe('the test clock', () => {
  it('runs what falls due on the way, each at its own time, and stands where it was asked to', async () => {
    const { begin, executed, payments } = await everyMinute();
    await advanceClock({ ...house, payments, endOverdueSignings: async () => {} }, SANDBOX_ID, { minutes: 3 });
    expect(executed).toHaveLength(3);
    for (const [index, at] of executed.entries()) expect(Math.floor(at / MINUTE_MS)).toBe(index + 1);
    expect(Math.floor(((await now()) - begin) / MINUTE_MS)).toBe(3);
  });

  it('stops where one call has done enough, says so, and goes on from there', async () => {
    const { begin, executed, payments } = await everyMinute();
    const advance = () => advanceClock({ ...house, payments, endOverdueSignings: async () => {} }, SANDBOX_ID, { minutes: 10 }, 4);
    await expect(advance()).rejects.toMatchObject({ status: 409, code: 'LIMIT_REACHED', message: expect.stringContaining('Advance it again') });
    expect([executed.length, Math.floor(((await now()) - begin) / MINUTE_MS)]).toEqual([4, 4]);
    await expect(advance()).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
    expect(executed).toHaveLength(8);
  });
});
