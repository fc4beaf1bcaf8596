import { describe, expect, it } from 'vitest';
import { createOwnerTurns } from './owner-turns.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('changes of one owner', () => {
  it('are made one after the other, and those of another owner do not wait', async () => {
    const takeTurn = createOwnerTurns();
    const begun: string[] = [];
    const ends: PromiseWithResolvers<void>[] = [];
    const change = (ownerId: string, name: string) =>
      takeTurn(ownerId, async () => {
        begun.push(name);
        const end = Promise.withResolvers<void>();
        ends.push(end);
        await end.promise;
      });
    const changes = [change('ada', 'first'), change('ada', 'second'), change('ben', 'other')];
    await settle();
    expect(begun).toEqual(['first', 'other']);
    ends[0]?.resolve();
    await settle();
    expect(begun).toEqual(['first', 'other', 'second']);
    for (const end of ends) end.resolve();
    await Promise.all(changes);
  });

  it('are refused with 429 while too many wait, and a change that failed leaves its turn', async () => {
    const takeTurn = createOwnerTurns();
    const hold = Promise.withResolvers<void>();
    const running = Array.from({ length: 21 }, (_, index) => takeTurn('ada', () => (index === 0 ? hold.promise : Promise.resolve())));
    await expect(takeTurn('ada', async () => 'done')).rejects.toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(await takeTurn('ben', async () => 'done')).toBe('done');
    hold.reject(new Error('failed'));
    const outcomes = (await Promise.allSettled(running)).map(({ status }) => status);
    expect(outcomes).toEqual(['rejected', ...Array.from({ length: 20 }, () => 'fulfilled')]);
    expect(await takeTurn('ada', async () => 'done')).toBe('done');
  });
});
