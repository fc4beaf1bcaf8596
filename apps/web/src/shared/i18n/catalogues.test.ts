import { describe, expect, it } from 'vitest';
import { activateLocale, createI18n } from './catalogues.ts';
import { sharedCatalogue } from './shared-catalogue.ts';

describe('catalogues', () => {
  it('arrive compiled and speak after the language was activated', async () => {
    const i18n = createI18n();
    await activateLocale(i18n, 'en', [sharedCatalogue]);
    expect(i18n.read().text('shared.language')).toBe('Language');
    expect(document.documentElement.lang).toBe('en');
  });
  it('speak another language', async () => {
    const i18n = createI18n();
    await activateLocale(i18n, 'lt', [sharedCatalogue]);
    expect(i18n.read().text('shared.language')).toBe('Kalba');
  });
});
