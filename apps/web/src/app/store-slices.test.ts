import type { Slice } from '@reduxjs/toolkit';
import { describe, expect, it } from 'vitest';
import specification from '../../../../docs/specification.md?raw';
import { createApiClient } from '../shared/api/api-client.ts';
import { createBrowserStorage } from '../shared/storage/browser-storage.ts';
import { createToastQueue } from '../shared/ui/toast-queue.ts';
import { createAppStore } from './store.ts';

const MODULES = import.meta.glob<Record<string, unknown>>('/src/**/*-slice.ts', { eager: true });

const isSlice = (value: unknown): value is Slice => typeof value === 'object' && value !== null && 'reducerPath' in value && 'reducer' in value;
const sliceIn = (module: Readonly<Record<string, unknown>>) => Object.values(module).filter(isSlice);
const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The names in the line "Client state slices" of §3. */
function specifiedNames(): readonly string[] {
  const [, names = ''] = /\*\*Client state slices\*\*: (.*)\.$/m.exec(specification) ?? [];
  return names.split(', ');
}

function createStore() {
  return createAppStore({
    api: createApiClient({ bases: { api: '', content: '', identity: '', root: '' }, subject: () => null, onLoggedOut() {}, onTerminated() {} }),
    storage: createBrowserStorage(window),
    initialQuery: { takeEntryTicket: () => undefined, takeVerification: () => undefined, code: undefined },
    toasts: createToastQueue(),
    addSlices: () => undefined,
  });
}

describe('the store', () => {
  it('holds the ten slices of the specification once their parts are loaded', () => {
    const store = createStore();
    expect(Object.keys(store.getState())).toEqual(['requests']);
    store.addSlices(...Object.values(MODULES).flatMap(sliceIn));
    const names = specifiedNames();
    expect(names).toHaveLength(10);
    expect(Object.keys(store.getState()).toSorted()).toEqual(names.toSorted());
  });
  it('keeps the state of a slice that is added again', () => {
    const store = createStore();
    const count = { reducerPath: 'count', reducer: (state = 0, { type }: { type: string }) => (type === 'counted' ? state + 1 : state) };
    store.addSlices(count);
    store.dispatch({ type: 'counted' });
    const before = store.getState();
    store.addSlices(count);
    expect(store.getState()).toBe(before);
    expect(before).toMatchObject({ count: 1 });
  });
  it.each(Object.entries(MODULES))('has one slice in %s, which the file and its actions are named after', (path, module) => {
    const slices = sliceIn(module);
    expect(slices).toHaveLength(1);
    const [slice] = slices;
    expect(slice?.reducerPath).toBe(slice?.name);
    expect(path.endsWith(`/${kebab(slice?.name ?? '')}-slice.ts`)).toBe(true);
  });
});
