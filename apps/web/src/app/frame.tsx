/** The providers around every page of this entry, in the browser and on the server: store, texts, crash boundary. */
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { PageLanguageProvider } from '../shared/i18n/page-language-provider.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import type { Page } from './start.ts';

interface FrameProps {
  page: Pick<Page, 'store' | 'language' | 'config'>;
  /** The state of the server's render, which the first client render must use; later renders use the present state. */
  drawnFrom?: object | undefined;
  /** Rendered in browsers only. */
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
