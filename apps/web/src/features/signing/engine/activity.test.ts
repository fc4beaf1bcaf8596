import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActivity } from './activity.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('activity is sent at most once in 30 s', () => {
  const send = vi.fn();
  const activity = createActivity({ send, elapsedMs: () => performance.now() });
  activity.note();
  activity.note();
  vi.advanceTimersByTime(29_999);
  activity.note();
  vi.advanceTimersByTime(1);
  expect(send).toHaveBeenCalledTimes(1);
  activity.note();
  vi.advanceTimersByTime(1000);
  expect(send).toHaveBeenCalledTimes(2);
});

test('cancelling within a second of a press sends no activity', () => {
  const send = vi.fn();
  const activity = createActivity({ send, elapsedMs: () => performance.now() });
  activity.note();
  vi.advanceTimersByTime(999);
  activity.cancel();
  vi.advanceTimersByTime(60_000);
  expect(send).not.toHaveBeenCalled();
});
