/** The pages of a bank's customers, by the value of `m` that opens them: one lazy part for all, and one for each kind of signing. */
import { loadSigningPages, signingFlows } from '../features/signing/index.ts';
import { essentialTexts } from '../shared/essential-texts/essential-texts.ts';
import { sharedCatalogue } from '../shared/i18n/shared-catalogue.ts';
import { type LazyComponent, lazyComponent } from '../shared/page/lazy-component.tsx';
import { Loader } from './loader.tsx';
import type { Page } from './start.ts';

export type CustomerPages = ReadonlyMap<string, LazyComponent<object>>;

/** Made once per page: lazy parts keep their identity between renderings. Customers need no portal session. */
export function createCustomerPages(page: Page): CustomerPages {
  const signing = createSigningPart(page);
  const pages = new Map<string, LazyComponent<object>>();
  for (const [id, loadFlow] of signingFlows)
    pages.set(
      id,
      lazyComponent(async () => {
        const [{ SigningPage }, flow] = await Promise.all([signing(), loadFlow()]);
        return () => <SigningPage flow={flow} config={page.config} />;
      }, Loader),
    );
  // A page without a flow.
  pages.set(
    'signingError',
    lazyComponent(async () => {
      const { SigningErrorPage } = await signing();
      return () => <SigningErrorPage config={page.config} />;
    }, Loader),
  );
  return pages;
}

type SigningPart = Awaited<ReturnType<typeof loadSigningPages>>;

function createSigningPart(page: Page): () => Promise<SigningPart> {
  let loading: Promise<SigningPart> | undefined;
  const load = async () => {
    const part = await loadSigningPages();
    page.store.addSlices(part.signingSlice);
    part.restoreSigningId(page.extra.storage, window.history);
    await page.language.bring([part.signingCatalogue, sharedCatalogue, essentialTexts]);
    return part;
  };
  return () => {
    loading ??= load();
    return loading;
  };
}
