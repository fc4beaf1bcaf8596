/** The pages of a bank's customers, by the value of `m` that opens them. They are one lazy part, loaded once for all of them. */
import type { ComponentType } from 'react';
import { activateLocale } from '../shared/i18n/catalogues.ts';
import { sharedCatalogue } from '../shared/i18n/shared-catalogue.ts';
import { lazyPart } from './load-part.ts';
import type { Page } from './start.ts';

/** Kinds whose flow object exists; `signingError` is a page without one. */
const SIGNING_MODALS = ['signingPayment', 'signingConsent', 'signingTransactionsStatement'] as const;
const SIGNING_ADDRESS = /[?&]m=signing/;

export type CustomerPages = ReadonlyMap<string, ComponentType>;

/** Made once per page: lazy parts keep their identity between renderings. Customers need no portal session. */
export function createCustomerPages(page: Page): CustomerPages {
  const signing = createSigningPart(page);
  const pages = new Map<string, ComponentType>();
  for (const id of SIGNING_MODALS)
    pages.set(
      id,
      lazyPart(async () => drawFlow(id, page, await signing())),
    );
  pages.set(
    'signingError',
    lazyPart(async () => {
      const { SigningErrorPage } = await signing();
      return () => <SigningErrorPage config={page.config} />;
    }),
  );
  return pages;
}

/** Starts the download of the signing part together with the configuration when the address already asks for it. */
export function warmUp(address: Pick<Location, 'search' | 'hash'>): void {
  // A failure shows itself when the part is really needed.
  if (SIGNING_ADDRESS.test(`${address.search}${address.hash}`)) importSigning().catch(() => undefined);
}

type SigningPart = Awaited<ReturnType<typeof importSigning>>;

function importSigning() {
  return import('../features/signing/index.ts');
}

function createSigningPart(page: Page): () => Promise<SigningPart> {
  let loading: Promise<SigningPart> | undefined;
  const load = async () => {
    const part = await importSigning();
    page.store.addReducers(part.signingReducers);
    part.restoreSigningId(page.extra.storage, window.history);
    await activateLocale(page.i18n, page.config.defaultLocale, [part.signingCatalogue, sharedCatalogue]);
    return part;
  };
  return () => {
    loading ??= load();
    return loading;
  };
}

function drawFlow(id: string, page: Page, { signingFlows, SigningPage }: SigningPart) {
  const flow = signingFlows.find(({ modalId }) => modalId === id);
  if (flow === undefined) throw new Error(`there is no signing flow for m=${id}`);
  return () => <SigningPage flow={flow} config={page.config} />;
}
