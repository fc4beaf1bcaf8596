/** The bank's entry as the browser composes it: each page brings the texts it needs, in all five languages. */
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refuse } from '../shared/api/fake-server.ts';
import { recordedConfig } from '../shared/api/recorded-config.ts';
import { essentialTexts } from '../shared/essential-texts/essential-texts.ts';
import { sharedCatalogue } from '../shared/i18n/shared-catalogue.ts';
import { drawPage } from '../shared/i18n/testing/draw-page.tsx';
import { expectEveryLanguage } from '../shared/i18n/testing/every-language.ts';
import { BankApp, cataloguesOf } from './bank-app.tsx';
import { bankRouteOf } from './bank-path.ts';
import { CrashBoundary } from './crash-page.tsx';

const DATA = /Portico|support@|request-1/;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function open(pathname: string, answers: Parameters<typeof drawPage>[0] = {}) {
  const route = bankRouteOf(pathname);
  return drawPage(answers, [sharedCatalogue, essentialTexts, ...cataloguesOf(route)], (api) => (
    <CrashBoundary bankName="Portico Bank">
      <BankApp route={route} api={api} config={recordedConfig} />
    </CrashBoundary>
  ));
}

test.each(['/bank/sign-in/abc', '/bank/to-sign', '/bank/to-sign/pay_1', '/bank/permissions', '/bank/device', '/bank/nowhere'])(
  '%s without an answer is translated into all five languages',
  async (pathname) => {
    const { language } = await open(pathname);
    await expect.poll(() => document.querySelector('h1')).not.toBeNull();
    await expectEveryLanguage(language, DATA);
  },
);

test.each(['/bank/sign-in/abc', '/bank/to-sign', '/bank/permissions'])(
  '%s without a session is translated into all five languages',
  async (pathname) => {
    const over = () => refuse(410, 'SIGN_IN_UNKNOWN', 'In the bank’s words.');
    const calls = ['/bank/sign-in/abc/details', '/bank/to-sign/payments', '/bank/permissions/given', '/bank/session'];
    const { language } = await open(pathname, Object.fromEntries(calls.map((call) => [`GET ${call}`, over])));
    await expect.poll(() => document.querySelector('h1')).not.toBeNull();
    await expectEveryLanguage(language, DATA);
  },
);

test('the error page after a crash is translated into all five languages', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Broken = (): never => {
    throw new Error('broken');
  };
  const { language } = await drawPage({}, [sharedCatalogue, essentialTexts], () => (
    <CrashBoundary bankName="Portico Bank">
      <Broken />
    </CrashBoundary>
  ));
  expect(document.querySelector('h1')?.textContent).toBe('Oops, something went wrong!');
  await expectEveryLanguage(language, DATA);
});
