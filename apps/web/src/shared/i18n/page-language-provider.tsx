/** Texts for everything below it, and the language in which they stand. */
import type { Locale } from '@portico/contract/values';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { I18nProvider } from './i18n-provider.tsx';
import type { PageLanguage } from './page-language.ts';

const Context = createContext<PageLanguage | undefined>(undefined);

export function PageLanguageProvider({ language, children }: { language: PageLanguage; children: ReactNode }) {
  return (
    <Context.Provider value={language}>
      <I18nProvider i18n={language.i18n}>{children}</I18nProvider>
    </Context.Provider>
  );
}

/** Undefined where the language cannot be changed. */
export function usePageLanguage(): PageLanguage | undefined {
  return useContext(Context);
}

/** The language in which the provider sent the customer; undefined until it is known. */
export function useJourneyLanguage(locale: Locale | undefined): void {
  const language = usePageLanguage();
  useEffect(() => {
    // What is on screen can be read; the next page tries again.
    if (locale !== undefined) language?.follow(locale).catch(() => undefined);
  }, [language, locale]);
}
