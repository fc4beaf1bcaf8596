import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMemory } from './memory.ts';

afterEach(() => void vi.useRealTimers());

describe('the memory of the stand-in', () => {
  it('finds entries by id and uid within their model', async () => {
    const memory = createMemory();
    const [sessions, codes] = [memory('Session'), memory('AuthorizationCode')];
    await sessions.upsert('1', { uid: 'u', jti: '1' }, 60);
    expect([await sessions.find('1'), await sessions.findByUid('u')]).toMatchObject([{ jti: '1' }, { jti: '1' }]);
    expect([await codes.find('1'), await codes.findByUid('u'), await sessions.find('2')]).toEqual([undefined, undefined, undefined]);
    await sessions.destroy('1');
    expect(await sessions.find('1')).toBeUndefined();
  });

  it('removes an entry when it expires', async () => {
    vi.useFakeTimers();
    const codes = createMemory()('AuthorizationCode');
    await codes.upsert('1', {}, 60);
    vi.advanceTimersByTime(59_999);
    expect(await codes.find('1')).toEqual({});
    vi.advanceTimersByTime(1);
    expect(await codes.find('1')).toBeUndefined();
  });

  it('removes the oldest entry above the limit of 1000', async () => {
    const codes = createMemory()('AuthorizationCode');
    for (let number = 0; number <= 1_000; number += 1) await codes.upsert(String(number), {}, 60);
    expect([await codes.find('0'), await codes.find('1'), await codes.find('1000')]).toEqual([undefined, {}, {}]);
  });

  it('marks a used code, and revokes all entries of a grant', async () => {
    const memory = createMemory();
    await memory('AuthorizationCode').upsert('1', { grantId: 'g' }, 60);
    await memory('AccessToken').upsert('2', { grantId: 'g' }, 60);
    await memory('AccessToken').upsert('3', { grantId: 'other' }, 60);
    await memory('AuthorizationCode').consume('1');
    expect(await memory('AuthorizationCode').find('1')).toMatchObject({ consumed: expect.any(Number) });
    await memory('AccessToken').revokeByGrantId('g');
    expect([await memory('AuthorizationCode').find('1'), await memory('AccessToken').find('2')]).toEqual([undefined, undefined]);
    expect(await memory('AccessToken').find('3')).toBeDefined();
  });
});
