/**
 * Chooses one of three roots by the address: a customer's page, the maintenance page, or the portal. Customers' pages and the maintenance page
 * never load the code of the portal and its router.
 */
import type { RuntimeConfig } from '@portico/contract';
import { DEFAULT_LOCALE } from '@portico/contract/values';
import { useEffect, useSyncExternalStore } from 'react';
import { isMaintenanceAddress, loadMaintenancePage, watchMaintenance } from '../features/maintenance/index.ts';
import { replayClick } from '../shared/early/prerendered-page.ts';
import { lazyComponent } from '../shared/page/lazy-component.tsx';
import { watchAddress } from '../shared/page/watch-address.ts';
import { createCustomerPages } from './customer-pages.tsx';
import { Loader } from './loader.tsx';
import { goUnlessFormDirty, type Page } from './start.ts';

/**
 *
 * @param isSeen the page contains the prerendered landing page
 * @returns the root, and a promise that resolves when the root can be hydrated, with the state that the server rendered from
 */
export function createRoot(page: Page, isSeen = false) {
  const pages = createCustomerPages(page);
  let drawnFrom: object | undefined;
  const Portal = lazyComponent<{ config: RuntimeConfig }>(async () => {
    const part = await import('./portal-app.tsx');
    drawnFrom = part.startPortal(page);
    await (isSeen ? part.LandingPage.preload() : part.preloadPage(page));
    return part.PortalApp;
  }, Loader);
  const Maintenance = lazyComponent(async () => (await loadMaintenancePage()).openMaintenance({ ...page.extra, config: page.config }), Loader);
  // Preloads before the first render.
  const isReady = (pages.get(readModalId() ?? '') ?? (readIsMaintenance() ? Maintenance : Portal)).preload();
  function Root() {
    const CustomerPage = useCustomerPage(pages);
    const isMaintenance = useSyncExternalStore(watchAddress, readIsMaintenance, isNever);
    const isPortal = CustomerPage === undefined && !isMaintenance;
    usePortalLanguage(isPortal);
    useEffect(replayClick, []);
    useEffect(() => (isPortal ? watchMaintenance(page.extra.api, goUnlessFormDirty) : undefined), [isPortal]);
    if (CustomerPage !== undefined) return <CustomerPage />;
    return isMaintenance ? <Maintenance /> : <Portal config={page.config} />;
  }
  return { Root, readDrawnFrom: () => isReady.then(() => drawnFrom) };
}

/** The page that `m` of the hash's query names; follows the browser's history. */
export function useCustomerPage<Shown>(pages: ReadonlyMap<string, Shown>): Shown | undefined {
  const id = useSyncExternalStore(watchAddress, readModalId, readNobody);
  return id === null ? undefined : pages.get(id);
}

/** The portal is in English, even after a customer's page in the same document used another language. */
function usePortalLanguage(isPortal: boolean): void {
  useEffect(() => {
    if (isPortal) document.documentElement.lang = DEFAULT_LOCALE;
  }, [isPortal]);
}

/** For the server, which renders the portal only. */
const isNever = () => false;
const readNobody = () => null;

const readIsMaintenance = () => isMaintenanceAddress(window.location.hash);

function readModalId(): string | null {
  const [, query = ''] = window.location.hash.split('?', 2);
  return new URLSearchParams(query).get('m');
}
