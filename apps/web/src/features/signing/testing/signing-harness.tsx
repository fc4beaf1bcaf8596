/** A complete signing page with a fake server; tests set the responses. */
import activity from '@portico/contract/recorded/activity';
import challengeStarted from '@portico/contract/recorded/challenge-started';
import paymentRejected from '@portico/contract/recorded/payment-rejected';
import type { ModalId } from '@portico/contract/values';
import { configureStore } from '@reduxjs/toolkit';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { vi } from 'vitest';
import { createApiClient } from '../../../shared/api/api-client.ts';
import { createFakeServer, type FakeServer, hold, replay } from '../../../shared/api/fake-server.ts';
import { recordedConfig } from '../../../shared/api/recorded-config.ts';
import { createI18n } from '../../../shared/i18n/catalogues.ts';
import { createPageLanguage, type PageLanguage } from '../../../shared/i18n/page-language.ts';
import { PageLanguageProvider } from '../../../shared/i18n/page-language-provider.tsx';
import { sharedCatalogue } from '../../../shared/i18n/shared-catalogue.ts';
import { setPageVisibility } from '../../../shared/page/page-visibility.ts';
import { createBrowserStorage } from '../../../shared/storage/browser-storage.ts';
import { requestsSlice } from '../../../shared/store/requests-slice.ts';
import { createToastQueue } from '../../../shared/ui/toast-queue.ts';
import { signingFlows } from '../flows/index.ts';
import { restoreSigningId, SigningErrorPage, SigningPage, signingCatalogue, signingSlice } from '../signing-pages.ts';
import { accounts, balance, customer, fee, paymentSession } from './signing-fixtures.ts';

/** Loaded before the first test, so that loading does not count in the tests. */
const flows = new Map(await Promise.all(Array.from(signingFlows, async ([id, load]) => [id, await load()] as const)));

export interface OpenPage {
  server: FakeServer;
  storage: ReturnType<typeof createBrowserStorage>;
  assign: ReturnType<typeof vi.fn<(url: string | URL) => void>>;
  language: PageLanguage;
  unmount: () => void;
}

export function signingServer(): FakeServer {
  return createFakeServer({
    'GET /api/ui/payment/details': paymentSession(),
    'GET /api/ui/account/list': accounts,
    'GET /api/ui/account/balance': balance,
    'GET /api/ui/payment/fee': fee,
    'GET /api/ui/customer/details': customer,
    'GET /api/ui/challenge': replay(challengeStarted),
    'POST /api/ui/activity': replay(activity),
    'PUT /api/ui/payment': hold,
    'DELETE /api/ui/payment': replay(paymentRejected),
    'DELETE /bank/session': () => new Response(null, { status: 204 }),
  });
}

export interface OpenOptions {
  server?: FakeServer;
  /** Default true; false for a reload. */
  hasTicket?: boolean;
  /** Time for loading. */
  waitMs?: number;
  page?: 'signing' | 'error';
  /** Default: a payment's. */
  modalId?: ModalId;
}

/** Opens the page like a browser after the redirect, and waits for all loading. */
export async function openSigningPage({
  server = signingServer(),
  hasTicket = true,
  waitMs = 600,
  page = 'signing',
  modalId = 'signingPayment',
}: OpenOptions = {}): Promise<OpenPage> {
  const assign = vi.fn<(url: string | URL) => void>();
  vi.spyOn(window.location, 'assign').mockImplementation(assign);
  const storage = createBrowserStorage(window);
  restoreSigningId(storage, window.history);
  const api = createApiClient({
    bases: { api: '/api', content: '/content', identity: '/identity', root: '' },
    subject: () => null,
    onLoggedOut: () => undefined,
    onTerminated: () => storage.signingTerminated.write('true'),
    fetch: server.fetch,
  });
  let entry = hasTicket ? 'ticket-1' : undefined;
  const takeEntryTicket = () => {
    const taken = entry;
    entry = undefined;
    return taken;
  };
  const extraArgument = {
    api,
    storage,
    initialQuery: { takeEntryTicket, takeVerification: () => undefined, code: undefined },
    toasts: createToastQueue(),
  };
  const store = configureStore({
    reducer: { requests: requestsSlice.reducer, signing: signingSlice.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument } }),
  });
  const language = createPageLanguage({ i18n: createI18n(), storage, browserLanguages: [], defaultLocale: 'en' });
  await language.bring([signingCatalogue, sharedCatalogue]);
  const flow = flows.get(modalId);
  if (flow === undefined) throw new Error('there is no flow');
  const { unmount } = render(
    <Provider store={store}>
      <PageLanguageProvider language={language}>
        {page === 'error' ? <SigningErrorPage config={recordedConfig} /> : <SigningPage flow={flow} config={recordedConfig} />}
      </PageLanguageProvider>
    </Provider>,
  );
  await pass(waitMs);
  return { server, storage, assign, language, unmount };
}

/** Advances the timers and runs all effects. */
export async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

export async function press(name: string | RegExp): Promise<void> {
  await act(async () => {
    screen.getByRole('button', { name }).click();
    await vi.advanceTimersByTimeAsync(0);
  });
}

export function closeSigningPage(): void {
  cleanup();
  setPageVisibility('visible');
  vi.restoreAllMocks();
  vi.useRealTimers();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
}
