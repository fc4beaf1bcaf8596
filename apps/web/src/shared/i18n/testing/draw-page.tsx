/** One of the bank's own pages over a fake server, with a language that can be switched. Needs fake timers. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { type ApiClient, createApiClient } from '../../api/api-client.ts';
import { createFakeServer, type FakeServer } from '../../api/fake-server.ts';
import { createBrowserStorage } from '../../storage/browser-storage.ts';
import { type CatalogueLoaders, createI18n } from '../catalogues.ts';
import { createPageLanguage, type PageLanguage } from '../page-language.ts';
import { PageLanguageProvider } from '../page-language-provider.tsx';

export interface DrawnPage {
  readonly server: FakeServer;
  readonly language: PageLanguage;
}

/** Speaks English at first. Waits until what was asked is there and its buttons are armed. */
export async function drawPage(
  answers: Parameters<typeof createFakeServer>[0],
  catalogues: readonly CatalogueLoaders[],
  page: (api: ApiClient) => ReactNode,
): Promise<DrawnPage> {
  const server = createFakeServer(answers);
  window.sessionStorage.clear();
  const language = createPageLanguage({ i18n: createI18n(), storage: createBrowserStorage(window), browserLanguages: [], defaultLocale: 'en' });
  await language.bring(catalogues);
  const bases = { api: '/api', content: '/content', identity: '/identity', root: '' };
  const ignore = () => undefined;
  const api = createApiClient({ bases, subject: () => null, onLoggedOut: ignore, onTerminated: ignore, fetch: server.fetch });
  render(<PageLanguageProvider language={language}>{page(api)}</PageLanguageProvider>);
  await pass(0);
  await pass(600);
  return { server, language };
}

export async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

export async function pressPrimary(): Promise<void> {
  const primary = screen.getAllByRole('button').find((button) => button.className.includes('primary'));
  if (primary === undefined) throw new Error('there is nothing to press');
  fireEvent.click(primary);
  await pass(0);
}
