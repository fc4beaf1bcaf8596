import { CHUNK_LOAD_TIMEOUT_MS } from '@portico/contract/values';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiClient } from '../shared/api/api-client.ts';
import { ApiError } from '../shared/api/api-error.ts';
import { essentialTexts } from '../shared/essential-texts/essential-texts.ts';
import { activateLocale, createI18n } from '../shared/i18n/catalogues.ts';
import { I18nProvider } from '../shared/i18n/i18n-provider.tsx';
import { lazyComponent } from '../shared/page/lazy-component.tsx';
import { createBrowserStorage } from '../shared/storage/browser-storage.ts';
import { createRequestThunk } from '../shared/store/request-thunk.ts';
import { createToastQueue } from '../shared/ui/toast-queue.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { menuRoutes } from './menu-routes.ts';
import { createAppStore } from './store.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the routes of the menu', () => {
  const item = (pageUrl: string) => ({ title: pageUrl, pageUrl, component: 'ContentPage' as const });
  it('are main, hidden and user entries, the last ones behind the login', () => {
    const routes = menuRoutes({ main: [item('/a')], hidden: [item('/b')], user: [item('/c')] });
    expect(routes.map(({ pageUrl, needsLogin }) => [pageUrl, needsLogin])).toEqual([
      ['/a', false],
      ['/b', false],
      ['/c', true],
    ]);
  });
  it('leave out a path that exists already', () => {
    const menu = { main: [item('/a')], hidden: [item('/a')], user: [item('/a')] };
    expect(menuRoutes(menu)).toEqual([{ ...item('/a'), needsLogin: false }]);
  });
});

describe('a part that cannot be loaded', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const draw = (part: ReactNode) =>
    render(
      <I18nProvider i18n={createI18n()}>
        <CrashBoundary supportContact="help@bank.example">{part}</CrashBoundary>
      </I18nProvider>,
    );
  it('fails into the crash view after 120000 ms', async () => {
    expect(CHUNK_LOAD_TIMEOUT_MS).toBe(120_000);
    const Never = lazyComponent<object>(
      () => new Promise(() => {}),
      () => 'loading',
    );
    draw(<Never />);
    await act(() => vi.advanceTimersByTimeAsync(CHUNK_LOAD_TIMEOUT_MS - 1));
    expect(screen.getByText('loading')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByRole('heading').textContent).toBe('Oops, something went wrong!');
    expect(screen.getByText('It’s not you, it’s us. We’re sorry.')).toBeTruthy();
  });
  it('shows the crash view at once after a failed import, and the button reloads the page', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const Broken = lazyComponent<object>(() => Promise.reject(new Error('404')));
    draw(<Broken />);
    await act(() => vi.advanceTimersByTimeAsync(0));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(reload).toHaveBeenCalledOnce();
  });
  it('shows the crash view in the page’s language', async () => {
    const i18n = createI18n();
    await activateLocale(i18n, 'lv', [essentialTexts]);
    const Broken = (): never => {
      throw new Error('broken');
    };
    render(
      <I18nProvider i18n={i18n}>
        <CrashBoundary supportContact="help@bank.example">
          <Broken />
        </CrashBoundary>
      </I18nProvider>,
    );
    expect(screen.getByRole('heading').textContent).toBe(i18n.read().text('essential.crash.title'));
    expect(document.body.textContent).not.toMatch(/something went wrong|essential/);
    expect(document.body.textContent).toContain('help@bank.example');
  });
  it('is rendered once it has loaded', async () => {
    const Part = lazyComponent<object>(async () => () => <p>arrived</p>);
    draw(<Part />);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByText('arrived')).toBeTruthy();
  });
});

describe('the store', () => {
  function createStore() {
    const toasts = createToastQueue();
    const extra = {
      api: createApiClient({ bases: { api: '', content: '', identity: '', root: '' }, subject: () => null, onLoggedOut() {}, onTerminated() {} }),
      storage: createBrowserStorage(window),
      initialQuery: { takeEntryTicket: () => undefined, takeVerification: () => undefined, code: undefined },
      toasts,
      addSlices: () => undefined,
    };
    return { store: createAppStore(extra), toasts };
  }
  const fail = () => Promise.reject(new ApiError('Refused.', { status: 400, requestId: 'r-1' }));
  it('shows an error as a toast', async () => {
    const { store, toasts } = createStore();
    await store.dispatch(createRequestThunk('test/toast', fail)());
    expect(toasts.list()).toMatchObject([{ kind: 'error', text: 'Refused.', requestId: 'r-1' }]);
  });
  it('leaves an error to the view that handles it', async () => {
    const { store, toasts } = createStore();
    await store.dispatch(createRequestThunk('test/view', fail, 'view')());
    expect(toasts.list()).toEqual([]);
    expect(store.getState().requests.errors['test/view']?.message).toBe('Refused.');
  });
  it('adds the slices of a part and keeps its state', () => {
    const { store } = createStore();
    store.addSlices({ reducerPath: 'part', reducer: (state = 'here') => state });
    expect(store.getState()).toMatchObject({ part: 'here', requests: { errors: {} } });
  });
});
