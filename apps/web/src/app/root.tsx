/**
 * Which of three worlds an address opens: a customer's page, the page that stands in the portal's place while it is maintained, each
 * alone, or the portal. The portal and the router in it are a part that the others never load.
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
 * @param isSeen the server has drawn the landing page already
 * @returns the root, and what resolves when all that the server drew can be drawn here: with the state from which it did
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
  // Before anything is drawn.
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

/** The page that `m` of the hash's query names, followed through the browser's history. */
export function useCustomerPage<Shown>(pages: ReadonlyMap<string, Shown>): Shown | undefined {
  const id = useSyncExternalStore(watchAddress, readModalId, readNobody);
  return id === null ? undefined : pages.get(id);
}

/** The portal speaks English, whatever a customer's page in the same document spoke before. */
function usePortalLanguage(isPortal: boolean): void {
  useEffect(() => {
    if (isPortal) document.documentElement.lang = DEFAULT_LOCALE;
  }, [isPortal]);
}

/** The server draws the portal alone. */
const isNever = () => false;
const readNobody = () => null;

const readIsMaintenance = () => isMaintenanceAddress(window.location.hash);

function readModalId(): string | null {
  const [, query = ''] = window.location.hash.split('?', 2);
  return new URLSearchParams(query).get('m');
}
