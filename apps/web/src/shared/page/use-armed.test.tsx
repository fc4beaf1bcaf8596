import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setPageVisibility } from './page-visibility.ts';
import { useArmed } from './use-armed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  setPageVisibility('visible');
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const turn = (visibility: 'visible' | 'hidden') => act(() => setPageVisibility(visibility));

test('is armed once the page was visible for 500 ms, not before', () => {
  const { result } = renderHook(() => useArmed());
  pass(499);
  expect(result.current).toBe(false);
  pass(1);
  expect(result.current).toBe(true);
});

test('a change of the layout restarts the 500 ms', () => {
  const { result, rerender } = renderHook(({ isShort }) => useArmed(isShort), { initialProps: { isShort: true } });
  pass(500);
  rerender({ isShort: true });
  expect(result.current).toBe(true);
  rerender({ isShort: false });
  expect(result.current).toBe(false);
  pass(500);
  expect(result.current).toBe(true);
});

test('a page opened in the background is not armed until it was visible for 500 ms', () => {
  turn('hidden');
  const { result } = renderHook(() => useArmed());
  pass(60_000);
  expect(result.current).toBe(false);
  turn('visible');
  pass(500);
  expect(result.current).toBe(true);
});

test('returning from the background restarts the 500 ms', () => {
  const { result } = renderHook(() => useArmed());
  pass(500);
  turn('hidden');
  expect(result.current).toBe(false);
  turn('visible');
  pass(499);
  expect(result.current).toBe(false);
  pass(1);
  expect(result.current).toBe(true);
});
