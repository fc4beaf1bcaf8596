import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startCountdown } from './countdown.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the redirect countdown takes 5 s and ticks every 1 s', () => {
  const ticks: number[] = [];
  const onEnd = vi.fn();
  startCountdown({ onTick: (left) => ticks.push(left), onEnd });
  expect(ticks).toEqual([5]);
  vi.advanceTimersByTime(999);
  expect(ticks).toEqual([5]);
  vi.advanceTimersByTime(1);
  expect(ticks).toEqual([5, 4]);
  vi.advanceTimersByTime(3999);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ticks).toEqual([5, 4, 3, 2, 1, 0]);
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test('a stopped countdown never ends', () => {
  const onTick = vi.fn();
  const onEnd = vi.fn();
  const countdown = startCountdown({ onTick, onEnd });
  vi.advanceTimersByTime(2000);
  countdown.stop();
  vi.advanceTimersByTime(60_000);
  expect(onEnd).not.toHaveBeenCalled();
  expect(onTick).toHaveBeenCalledTimes(3);
});

test('an ended countdown ticks no more', () => {
  const onTick = vi.fn();
  startCountdown({ onTick, onEnd: () => undefined });
  vi.advanceTimersByTime(60_000);
  expect(onTick).toHaveBeenCalledTimes(6);
});
