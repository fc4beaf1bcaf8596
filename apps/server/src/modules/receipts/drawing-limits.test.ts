/** How many receipts one session may have drawn, and which reading of a receipt serves again. */
// Review of 25 November 2026, S11.
import { describe, expect, it } from 'vitest';
import { createDrawingLimits, DRAWINGS_PER_SESSION } from './drawing-limits.ts';
import type { Receipt } from './receipt.ts';
import { createSteadyReceipts } from './steady-receipts.ts';

describe('a session', () => {
  it('has so many receipts drawn at once, and other sessions are not counted with it', async () => {
    const { within } = createDrawingLimits(() => 0);
    const { promise, resolve } = Promise.withResolvers<void>();
    const running = Array.from({ length: DRAWINGS_PER_SESSION.atOnce }, () => within('a', () => promise));
    await expect(within('a', async () => {})).rejects.toMatchObject({ status: 429, options: { headers: { 'retry-after': '5' } } });
    await expect(within('b', async () => 'drawn')).resolves.toBe('drawn');
    resolve();
    await Promise.all(running);
    await expect(within('a', async () => 'drawn')).resolves.toBe('drawn');
  });

  it('has so many receipts drawn within an hour, whether or not drawing succeeds, and as many in the next', async () => {
    let now = 0;
    const { within } = createDrawingLimits(() => now);
    const drawn = async (times: number) => {
      const outcomes = [];
      for (let count = 0; count < times; count += 1) outcomes.push(await within('a', async () => true).catch(() => false));
      return outcomes.filter(Boolean).length;
    };
    await expect(within('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await drawn(200)).toBe(DRAWINGS_PER_SESSION.perHour - 1);
    now = 60 * 60_000;
    expect(await drawn(200)).toBe(DRAWINGS_PER_SESSION.perHour);
  });
});

describe('the reading of a receipt', () => {
  const receipt = (readAt: string, value = 'ACSC') => ({ bankName: 'Bank', status: { value, readAt, awaited: [] } }) as unknown as Receipt;

  it.each([
    ['serves again within a minute', '2026-11-25T12:00:59.999Z', 'ACSC', '2026-11-25T12:00:00.000Z'],
    ['is made anew after a minute', '2026-11-25T12:01:00.000Z', 'ACSC', '2026-11-25T12:01:00.000Z'],
    ['is made anew when the status has changed', '2026-11-25T12:00:01.000Z', 'CANC', '2026-11-25T12:00:01.000Z'],
    ['is made anew when the clock was turned back', '2026-11-25T11:59:59.000Z', 'ACSC', '2026-11-25T11:59:59.000Z'],
  ])('%s', (_what, readAt, value, expected) => {
    const steady = createSteadyReceipts();
    expect(steady(receipt('2026-11-25T12:00:00.000Z')).status.readAt).toBe('2026-11-25T12:00:00.000Z');
    expect(steady(receipt(readAt, value)).status).toMatchObject({ readAt: expected, value });
  });
});
