/** Texts for everything below it, in the language in use. */
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { I18n, Spoken } from './i18n.ts';

const Context = createContext<Spoken | undefined>(undefined);

export function I18nProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  return <Context.Provider value={useSyncExternalStore(i18n.subscribe, i18n.read, i18n.read)}>{children}</Context.Provider>;
}

export function useSpoken(): Spoken {
  const spoken = useContext(Context);
  if (spoken === undefined) throw new Error('there is no I18nProvider around this');
  return spoken;
}
