/** What stands around every page of this entry, in the browser and where the server draws: the store, the texts, the last resort. */
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { PageLanguageProvider } from '../shared/i18n/page-language-provider.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import type { Page } from './start.ts';

interface FrameProps {
  page: Pick<Page, 'store' | 'language' | 'config'>;
  /** From which the server drew; the page begins with it and goes on with what is known by now. */
  drawnFrom?: object | undefined;
  /** Only a browser has them. */
  toasts: ReactNode;
  children: ReactNode;
}

export function Frame({ page, drawnFrom, toasts, children }: FrameProps) {
  return (
    <Provider store={page.store} serverState={drawnFrom}>
      <PageLanguageProvider language={page.language}>
        <CrashBoundary supportContact={page.config.supportContact}>{children}</CrashBoundary>
        {toasts}
      </PageLanguageProvider>
    </Provider>
  );
}
