/**
 * Which of three worlds an address opens: a customer's page, the page that stands in the portal's place while it is maintained, each
 * alone, or the portal. The portal and the router in it are a part that the others never load.
 */
import type { RuntimeConfig } from '@portico/contract';
import { DEFAULT_LOCALE } from '@portico/contract/values';
import { useEffect, useSyncExternalStore } from 'react';
import { isMaintenanceAddress, loadMaintenancePage, watchMaintenance } from '../features/maintenance/index.ts';
import { lazyPart } from '../shared/page/lazy-part.tsx';
import { watchAddress } from '../shared/page/watch-address.ts';
import { createCustomerPages } from './customer-pages.tsx';
import { Loader } from './loader.tsx';
import { goUnlessHalfWritten, type Page } from './start.ts';

export function createRoot(page: Page) {
  const pages = createCustomerPages(page);
  const Portal = lazyPart<{ config: RuntimeConfig }>(async () => {
    const part = await import('./portal-app.tsx');
    part.startPortal(page);
    return part.PortalApp;
  }, Loader);
  const Maintenance = lazyPart(async () => (await loadMaintenancePage()).openMaintenance({ ...page.extra, config: page.config }), Loader);
  // Before anything is drawn.
  (pages.get(readModalId() ?? '') ?? (readIsMaintenance() ? Maintenance : Portal)).warmUp();
  return function Root() {
    const CustomerPage = useCustomerPage(pages);
    const isMaintenance = useSyncExternalStore(watchAddress, readIsMaintenance);
    const isPortal = CustomerPage === undefined && !isMaintenance;
    usePortalLanguage(isPortal);
    useEffect(() => (isPortal ? watchMaintenance(page.extra.api, goUnlessHalfWritten) : undefined), [isPortal]);
    if (CustomerPage !== undefined) return <CustomerPage />;
    return isMaintenance ? <Maintenance /> : <Portal config={page.config} />;
  };
}

/** The page that `m` of the hash's query names, followed through the browser's history. */
export function useCustomerPage<Shown>(pages: ReadonlyMap<string, Shown>): Shown | undefined {
  const id = useSyncExternalStore(watchAddress, readModalId);
  return id === null ? undefined : pages.get(id);
}

/** The portal speaks English, whatever a customer's page in the same document spoke before. */
function usePortalLanguage(isPortal: boolean): void {
  useEffect(() => {
    if (isPortal) document.documentElement.lang = DEFAULT_LOCALE;
  }, [isPortal]);
}

const readIsMaintenance = () => isMaintenanceAddress(window.location.hash);

function readModalId(): string | null {
  const [, query = ''] = window.location.hash.split('?', 2);
  return new URLSearchParams(query).get('m');
}
