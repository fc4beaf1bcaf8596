/**
 * Which of two worlds an address opens: a customer's page, alone, or the portal. The portal and the router in it are a part that
 * customers' pages never load.
 */
import type { RuntimeConfig } from '@portico/contract';
import { DEFAULT_LOCALE } from '@portico/contract/values';
import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { type CustomerPages, createCustomerPages } from './customer-pages.tsx';
import { lazyPart } from './load-part.ts';
import { Loader } from './loader.tsx';
import type { Page } from './start.ts';

export function createRoot(page: Page) {
  const pages = createCustomerPages(page);
  const Portal = lazyPart<{ config: RuntimeConfig }>(async () => {
    const part = await import('./portal-app.tsx');
    page.store.addReducers(part.portalReducers);
    void page.store.dispatch(part.startSession());
    return part.PortalApp;
  });
  return function Root() {
    const CustomerPage = useCustomerPage(pages);
    usePortalLanguage(CustomerPage === undefined);
    return <Suspense fallback={<Loader />}>{CustomerPage === undefined ? <Portal config={page.config} /> : <CustomerPage />}</Suspense>;
  };
}

/** The page that `m` of the hash's query names, followed through the browser's history. */
export function useCustomerPage(pages: CustomerPages) {
  const id = useSyncExternalStore(watchAddress, readModalId);
  return id === null ? undefined : pages.get(id);
}

/** The portal speaks English, whatever a customer's page in the same document spoke before. */
function usePortalLanguage(isPortal: boolean): void {
  useEffect(() => {
    if (isPortal) document.documentElement.lang = DEFAULT_LOCALE;
  }, [isPortal]);
}

/** Moving within the fragment and through the history fires both or one of these, depending on the browser. */
function watchAddress(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  window.addEventListener('popstate', onChange);
  return () => {
    window.removeEventListener('hashchange', onChange);
    window.removeEventListener('popstate', onChange);
  };
}

function readModalId(): string | null {
  const [, query = ''] = window.location.hash.split('?', 2);
  return new URLSearchParams(query).get('m');
}
