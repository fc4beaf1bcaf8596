/** The accessibility statement in all five languages, with and without an authority. */
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { doorCatalogue } from '../../shared/bank-pages/messages.ts';
import { sharedCatalogue } from '../../shared/i18n/shared-catalogue.ts';
import { drawPage } from '../../shared/i18n/testing/draw-page.tsx';
import { expectEveryLanguage } from '../../shared/i18n/testing/every-language.ts';
import { AccessibilityPage } from './accessibility-page.tsx';
import { accessibilityCatalogue } from './messages.ts';

const DATA = /Portico|support@|localhost/;
const AUTHORITY = 'Tarbijakaitse (väljamõeldud), amet@riik.example';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const open = (accessibilityAuthority?: string) =>
  drawPage({}, [sharedCatalogue, doorCatalogue, accessibilityCatalogue], () => (
    <AccessibilityPage config={{ ...recordedConfig, ...(accessibilityAuthority === undefined ? {} : { accessibilityAuthority }) }} />
  ));

describe('the accessibility statement', () => {
  test.each([undefined, AUTHORITY])('is whole in every language, with the authority %s', async (authority) => {
    const { language, server } = await open(authority);
    await expectEveryLanguage(language, DATA);
    expect(server.calls).toEqual([]);
  });

  test('names the bank, its contact, the limits of time, and the authority of the settings only', async () => {
    await open();
    const said = document.body.textContent ?? '';
    for (const part of [recordedConfig.bankLegalName, recordedConfig.supportContact, 'after 15 minutes', 'after 30 minutes', 'EN 301 549'])
      expect(said).toContain(part);
    expect(said).not.toContain('you can turn to');
    cleanup();
    await open(AUTHORITY);
    expect(document.body.textContent).toContain(`If the bank does not help, you can turn to: ${AUTHORITY}`);
  });
});
