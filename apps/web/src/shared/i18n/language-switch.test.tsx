import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBrowserStorage } from '../storage/browser-storage.ts';
import { BankBar } from '../ui/bank-bar.tsx';
import { type CatalogueLoaders, createI18n } from './catalogues.ts';
import { createPageLanguage, type PageLanguage } from './page-language.ts';
import { PageLanguageProvider, useJourneyLanguage } from './page-language-provider.tsx';
import { useText } from './use-text.ts';

const saying = (name: string) => async () => ({ default: { 'shared.language': name, 'shared.languageFailed': `${name}?` } });
const catalogue: CatalogueLoaders = {
  en: saying('Language'),
  et: saying('Keel'),
  lv: saying('Valoda'),
  ru: saying('Язык'),
  lt: () => Promise.reject(new Error('offline')),
};

let language: PageLanguage;
beforeEach(async () => {
  language = createPageLanguage({ i18n: createI18n(), storage: createBrowserStorage(window), browserLanguages: [], defaultLocale: 'en' });
  await language.bring([catalogue]);
});
afterEach(() => {
  cleanup();
  window.sessionStorage.clear();
});

function Page({ journey }: { journey?: 'et' | 'lt' }) {
  useJourneyLanguage(journey);
  const text = useText<'shared.language'>();
  const [typed, setTyped] = useState('');
  return (
    <>
      <BankBar bankName="Portico Bank" />
      <p>{text('shared.language')}</p>
      <input aria-label="typed" value={typed} onChange={(event) => setTyped(event.target.value)} />
    </>
  );
}

async function draw(journey?: 'et' | 'lt'): Promise<void> {
  await act(async () =>
    render(
      <PageLanguageProvider language={language}>
        <Page {...(journey === undefined ? {} : { journey })} />
      </PageLanguageProvider>,
    ),
  );
}

async function choose(name: string, locale: string): Promise<void> {
  await act(async () => fireEvent.change(screen.getByRole('combobox', { name }), { target: { value: locale } }));
}

it('lists each language by its own name, with its lang attribute', async () => {
  await draw();
  const options = screen.getAllByRole('option').map((option) => [option.lang, option.textContent]);
  expect(options).toEqual([
    ['en', 'English'],
    ['et', 'eesti'],
    ['lt', 'lietuvių'],
    ['lv', 'latviešu'],
    ['ru', 'русский'],
  ]);
});

it('changes only the texts; typed values and the focus are kept', async () => {
  await draw();
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '6000' } });
  screen.getByRole('combobox').focus();
  await choose('Language', 'et');
  expect(screen.getByText('Keel')).toBeTruthy();
  expect(screen.getByRole('textbox')).toHaveProperty('value', '6000');
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Keel' }));
  expect(document.documentElement.lang).toBe('et');
});

it('starts with the journey’s language', async () => {
  await draw('et');
  expect(screen.getByRole('combobox', { name: 'Keel' })).toHaveProperty('value', 'et');
});

it('shows an error when a language cannot be loaded, and keeps the current one', async () => {
  await draw();
  await choose('Language', 'lt');
  expect(screen.getByRole('alert').textContent).toBe('Language?');
  expect(screen.getByRole('combobox', { name: 'Language' })).toHaveProperty('value', 'en');
  await choose('Language', 'lv');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows no error when the journey’s language cannot be loaded', async () => {
  await draw('lt');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Language')).toBeTruthy();
});

it('is not rendered when the language cannot be changed', () => {
  render(<BankBar bankName="Portico Bank" />);
  expect(screen.queryByRole('combobox')).toBeNull();
});
