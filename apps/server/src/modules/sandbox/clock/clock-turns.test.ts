import { describe, expect, it } from 'vitest';
import { createClockTurns } from './clock-turns.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('steps of test clocks', () => {
  it('are made one after the other in all sandboxes, and one at a time in each', async () => {
    const takeTurn = createClockTurns();
    const begun: string[] = [];
    const ends = new Map<string, PromiseWithResolvers<void>>();
    const step = (sandboxId: string) =>
      takeTurn(sandboxId, async () => {
        begun.push(sandboxId);
        const end = Promise.withResolvers<void>();
        ends.set(sandboxId, end);
        await end.promise;
      });
    const [ada, ben] = [step('ada'), step('ben')];
    await settle();
    expect(begun).toEqual(['ada']);
    await expect(step('ada')).rejects.toMatchObject({ status: 409, code: 'LIMIT_REACHED' });
    await expect(step('ben')).rejects.toMatchObject({ status: 409 });
    ends.get('ada')?.resolve();
    await ada;
    await settle();
    expect(begun).toEqual(['ada', 'ben']);
    const again = step('ada');
    ends.get('ben')?.resolve();
    await ben;
    await settle();
    ends.get('ada')?.resolve();
    await again;
    expect(begun).toEqual(['ada', 'ben', 'ada']);
  });

  it('are refused with 503 while those of too many other sandboxes wait, and a step that failed leaves its turn', async () => {
    const takeTurn = createClockTurns();
    const hold = Promise.withResolvers<void>();
    const running = Array.from({ length: 21 }, (_, index) => takeTurn(`sandbox ${index}`, () => hold.promise));
    await expect(takeTurn('late', async () => undefined)).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    hold.reject(new Error('failed'));
    await Promise.allSettled(running);
    expect(await takeTurn('late', async () => 'done')).toBe('done');
    expect(await takeTurn('sandbox 0', async () => 'done')).toBe('done');
  });
});
