import { afterEach, expect, it, vi } from 'vitest';
import { watchAddress } from './watch-address.ts';

afterEach(() => vi.restoreAllMocks());

it('all watchers of an address share one listener, which is removed with the last watcher', () => {
  const add = vi.spyOn(window, 'addEventListener');
  const remove = vi.spyOn(window, 'removeEventListener');
  const seen: string[] = [];
  const stopFirst = watchAddress(() => seen.push('first'));
  const stopSecond = watchAddress(() => seen.push('second'));
  expect(add.mock.calls.map(([event]) => event)).toEqual(['hashchange', 'popstate']);
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(seen).toEqual(['first', 'second']);
  stopFirst();
  window.dispatchEvent(new HashChangeEvent('hashchange'));
  expect(seen).toEqual(['first', 'second', 'second']);
  expect(remove).not.toHaveBeenCalled();
  stopSecond();
  expect(remove.mock.calls.map(([event]) => event)).toEqual(['hashchange', 'popstate']);
});
