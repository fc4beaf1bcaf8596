/** The pages of a bank's customers, by the value of `m` that opens them: one lazy part for all, and one for each kind of signing. */
import type { ComponentType } from 'react';
import { loadSigningPages, signingFlows } from '../features/signing/index.ts';
import { sharedCatalogue } from '../shared/i18n/shared-catalogue.ts';
import { lastWords } from '../shared/last-words/last-words.ts';
import { lazyPart } from './load-part.ts';
import type { Page } from './start.ts';

const CUSTOMER_ADDRESS = /[?&]m=((?:signing|cancelling)\w*)/;

export type CustomerPages = ReadonlyMap<string, ComponentType>;

/** Made once per page: lazy parts keep their identity between renderings. Customers need no portal session. */
export function createCustomerPages(page: Page): CustomerPages {
  const signing = createSigningPart(page);
  const pages = new Map<string, ComponentType>();
  for (const [id, loadFlow] of signingFlows)
    pages.set(
      id,
      lazyPart(async () => {
        const [{ SigningPage }, flow] = await Promise.all([signing(), loadFlow()]);
        return () => <SigningPage flow={flow} config={page.config} />;
      }),
    );
  // A page without a flow.
  pages.set(
    'signingError',
    lazyPart(async () => {
      const { SigningErrorPage } = await signing();
      return () => <SigningErrorPage config={page.config} />;
    }),
  );
  return pages;
}

/** Starts the download of the signing parts together with the configuration when the address already asks for them. */
export function warmUp(address: Pick<Location, 'search' | 'hash'>): void {
  const id = CUSTOMER_ADDRESS.exec(`${address.search}${address.hash}`)?.[1];
  if (id === undefined) return;
  // A failure shows itself when the part is really needed.
  for (const load of [loadSigningPages, signingFlows.get(id)]) load?.().catch(() => undefined);
}

type SigningPart = Awaited<ReturnType<typeof loadSigningPages>>;

function createSigningPart(page: Page): () => Promise<SigningPart> {
  let loading: Promise<SigningPart> | undefined;
  const load = async () => {
    const part = await loadSigningPages();
    page.store.addReducers(part.signingReducers);
    part.restoreSigningId(page.extra.storage, window.history);
    await page.language.bring([part.signingCatalogue, sharedCatalogue, lastWords]);
    return part;
  };
  return () => {
    loading ??= load();
    return loading;
  };
}
