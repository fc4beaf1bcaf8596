/** Entry of the bank's own pages: sign-in, second signatures and test device. */
import '../shared/ui/tokens.css';
import '../shared/ui/base.css';
import { DEFAULT_LOCALE } from '@portico/contract/values';
import { createRoot } from 'react-dom/client';
import { createApiClient } from '../shared/api/api-client.ts';
import { loadRuntimeConfig } from '../shared/api/runtime-config.ts';
import { essentialTexts } from '../shared/essential-texts/essential-texts.ts';
import { createI18n } from '../shared/i18n/catalogues.ts';
import { I18nProvider } from '../shared/i18n/i18n-provider.tsx';
import { createPageLanguage } from '../shared/i18n/page-language.ts';
import { PageLanguageProvider } from '../shared/i18n/page-language-provider.tsx';
import { sharedCatalogue } from '../shared/i18n/shared-catalogue.ts';
import { createBrowserStorage } from '../shared/storage/browser-storage.ts';
import { BankApp, cataloguesOf } from './bank-app.tsx';
import { bankRouteOf } from './bank-path.ts';
import { CrashBoundary, CrashPage } from './crash-page.tsx';

void main();

/** As in the portal's entry: a module that waits keeps the build from joining parts. */
async function main(): Promise<void> {
  const element = document.getElementById('root');
  if (element === null) throw new Error('bank.html has no #root');
  const root = createRoot(element);

  const i18n = createI18n();
  try {
    const language = createPageLanguage({
      i18n,
      storage: createBrowserStorage(window),
      browserLanguages: navigator.languages,
      defaultLocale: DEFAULT_LOCALE,
    });
    const route = bankRouteOf(window.location.pathname);
    const [config] = await Promise.all([loadRuntimeConfig(), language.bring([sharedCatalogue, essentialTexts, ...cataloguesOf(route)])]);
    const api = createApiClient({
      bases: { api: config.apiBase, content: config.contentBase, identity: config.identityBase, root: '' },
      // Customers are no developers: these pages never send or end a developer's session.
      caller: 'customer',
      subject: () => null,
      onLoggedOut: () => undefined,
      onTerminated: () => undefined,
    });
    root.render(
      <PageLanguageProvider language={language}>
        <CrashBoundary bankName={config.bankName}>
          <BankApp route={route} api={api} config={config} />
        </CrashBoundary>
      </PageLanguageProvider>,
    );
  } catch (error) {
    console.error(error);
    root.render(
      <I18nProvider i18n={i18n}>
        <CrashPage bankName="" />
      </I18nProvider>,
    );
  }
}
