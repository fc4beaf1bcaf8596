import { expect, test, vi } from 'vitest';
import { createActivity } from './activity.ts';

test('activity is sent at most once in 30 s', () => {
  const send = vi.fn();
  let now = 1000;
  const activity = createActivity({ send, nowMs: () => now });
  activity.note();
  activity.note();
  now += 29_999;
  activity.note();
  expect(send).toHaveBeenCalledTimes(1);
  now += 1;
  activity.note();
  expect(send).toHaveBeenCalledTimes(2);
});
