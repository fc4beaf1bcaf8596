/** The modals that exist. Customers' signing pages are one lazy part, loaded once for all of them. */
import { activateLocale } from '../shared/i18n/catalogues.ts';
import { sharedCatalogue } from '../shared/i18n/shared-catalogue.ts';
import { lazyPart } from './load-part.ts';
import type { ModalEntry, ModalRegistry } from './modal-registry.ts';
import type { Page } from './start.ts';

/** Kinds whose flow object exists; `signingError` is a page without one. */
const SIGNING_MODALS = ['signingPayment'] as const;
const SIGNING_ADDRESS = /[?&]m=signing/;

export function createModalRegistry(page: Page): ModalRegistry {
  const signing = createSigningPart(page);
  const registry = new Map<string, ModalEntry>();
  for (const id of SIGNING_MODALS)
    registry.set(
      id,
      signingModal(async () => drawFlow(id, page, await signing())),
    );
  registry.set(
    'signingError',
    signingModal(async () => {
      const { SigningErrorPage } = await signing();
      return () => <SigningErrorPage config={page.config} />;
    }),
  );
  return registry;
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

/** Customers need no portal session, and whoever is signed in to the portal may be a customer too. */
function signingModal(load: Parameters<typeof lazyPart<object>>[0]): ModalEntry {
  return { presentation: 'page', isAllowed: () => true, Component: lazyPart(load) };
}
