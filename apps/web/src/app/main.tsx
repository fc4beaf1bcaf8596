/** Entry of the portal and the signing pages. */
import '../shared/ui/tokens.css';
import '../shared/ui/base.css';
import { I18nProvider } from '@lingui/react';
import { createRoot as createReactRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { loadRuntimeConfig } from '../shared/api/runtime-config.ts';
import { createI18n } from '../shared/i18n/catalogues.ts';
import { PageLanguageProvider } from '../shared/i18n/page-language-provider.tsx';
import { Toasts } from '../shared/ui/toasts.tsx';
import { CrashBoundary, CrashView } from './crash-boundary.tsx';
import { createRoot } from './root.tsx';
import { startPage } from './start.ts';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');
const root = createReactRoot(element);

const i18n = createI18n();
try {
  const page = startPage(await loadRuntimeConfig(), i18n);
  const Root = createRoot(page);
  root.render(
    <Provider store={page.store}>
      <PageLanguageProvider language={page.language}>
        <CrashBoundary supportContact={page.config.supportContact}>
          <Root />
        </CrashBoundary>
        <Toasts queue={page.toasts} />
      </PageLanguageProvider>
    </Provider>,
  );
} catch (error) {
  console.error(error);
  root.render(
    <I18nProvider i18n={i18n}>
      <CrashView supportContact="" />
    </I18nProvider>,
  );
}
