/** Entry of the portal and the signing pages. */
import '../shared/ui/tokens.css';
import '../shared/ui/base.css';
import { createRoot as createReactRoot, hydrateRoot } from 'react-dom/client';
import { loadRuntimeConfig } from '../shared/api/runtime-config.ts';
import { isPrerendered } from '../shared/early/prerendered-page.ts';
import { createI18n } from '../shared/i18n/catalogues.ts';
import { I18nProvider } from '../shared/i18n/i18n-provider.tsx';
import { Toasts } from '../shared/ui/toasts.tsx';
import { CrashView } from './crash-boundary.tsx';
import { Frame } from './frame.tsx';
import { createRoot } from './root.tsx';
import { startPage } from './start.ts';

/** A delay of the loading indicator that visitors do not notice. */
const PATIENCE_MS = 300;

void main();

/** A function, because top-level await keeps the build from merging chunks: each would be another file (decision 0054). */
async function main(): Promise<void> {
  const element = document.getElementById('root');
  if (element === null) throw new Error('index.html has no #root');
  // The bank's own pages and the console load their libraries from this file (`build/chunks.ts`), but have their own entries.
  if (element.dataset.page !== undefined) return;
  const i18n = createI18n();
  try {
    const isSeen = isPrerendered();
    const page = startPage(await loadRuntimeConfig(), i18n);
    const { Root, readDrawnFrom } = createRoot(page, isSeen);
    const draw = (drawnFrom?: object) => (
      <Frame page={page} drawnFrom={drawnFrom} toasts={<Toasts queue={page.toasts} />}>
        <Root />
      </Frame>
    );
    if (isSeen) hydrateRoot(element, draw(await readDrawnFrom()));
    else {
      // A part that loads quickly is drawn without a loading indicator before it.
      await Promise.race([readDrawnFrom(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
      createReactRoot(element).render(draw());
    }
  } catch (error) {
    console.error(error);
    createReactRoot(element).render(
      <I18nProvider i18n={i18n}>
        <CrashView supportContact="" />
      </I18nProvider>,
    );
  }
}
