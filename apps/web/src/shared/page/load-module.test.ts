import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadModule } from './load-module.ts';

afterEach(() => void vi.restoreAllMocks());

const part = { name: 'part' };

describe('a part of the page', () => {
  it('is imported', async () => {
    expect(await loadModule(async () => part)).toBe(part);
  });
  it('is not imported while offline, because a browser does not repeat a failed import; it is once online', async () => {
    const isOnLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const load = vi.fn(async () => part);
    await expect(loadModule(load)).rejects.toThrow('offline');
    expect(load).not.toHaveBeenCalled();
    isOnLine.mockReturnValue(true);
    expect(await loadModule(load)).toBe(part);
  });
  it('fails with the error of its import', async () => {
    await expect(loadModule(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))).rejects.toThrow(TypeError);
  });
});
