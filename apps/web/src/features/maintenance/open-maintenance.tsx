/** The maintenance page as a small part without router, menu and session. Its address contains the language. */
import { DEFAULT_LOCALE } from '@portico/contract/values';
import type { ComponentType } from 'react';
import { createI18n } from '../../shared/i18n/catalogues.ts';
import { createPageLanguage } from '../../shared/i18n/page-language.ts';
import { PageLanguageProvider } from '../../shared/i18n/page-language-provider.tsx';
import { sharedCatalogue } from '../../shared/i18n/shared-catalogue.ts';
import { localeOfAddress, writeLocale } from './maintenance-address.ts';
import { type MaintenanceDeps, MaintenancePage } from './maintenance-page.tsx';
import { maintenanceCatalogue } from './messages.ts';

/** Resolves when the page's texts are loaded. */
export async function openMaintenance(deps: MaintenanceDeps): Promise<ComponentType> {
  const language = createPageLanguage({
    i18n: createI18n(),
    storage: {
      chosenLanguage: { read: () => localeOfAddress(window.location.hash), write: (locale) => writeLocale(window, locale), clear: () => undefined },
      journeyLanguage: { read: () => undefined, write: () => undefined, clear: () => undefined },
    },
    browserLanguages: [],
    defaultLocale: DEFAULT_LOCALE,
  });
  await language.bring([sharedCatalogue, maintenanceCatalogue]);
  return () => (
    <PageLanguageProvider language={language}>
      <MaintenancePage {...deps} language={language} />
    </PageLanguageProvider>
  );
}
