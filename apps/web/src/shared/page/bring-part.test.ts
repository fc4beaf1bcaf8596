import { afterEach, describe, expect, it, vi } from 'vitest';
import { bringPart } from './bring-part.ts';

afterEach(() => void vi.restoreAllMocks());

const part = { name: 'part' };

describe('a part of the page', () => {
  it('is imported', async () => {
    expect(await bringPart(async () => part)).toBe(part);
  });
  it('is not asked for without a connection, because a browser would never ask for it again; and is, when there is one', async () => {
    const isOnLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const load = vi.fn(async () => part);
    await expect(bringPart(load)).rejects.toThrow('offline');
    expect(load).not.toHaveBeenCalled();
    isOnLine.mockReturnValue(true);
    expect(await bringPart(load)).toBe(part);
  });
  it('fails as its import does', async () => {
    await expect(bringPart(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))).rejects.toThrow(TypeError);
  });
});
