/** The sign-in page in all five languages: nothing missing, nothing left in English, nothing restarted. */
import type { SignInChallenge } from '@portico/contract';
import { AUTH_METHODS } from '@portico/contract/values';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type createFakeServer, hold, refuse } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import type { PageLanguage } from '../../shared/i18n/page-language.ts';
import { sharedCatalogue } from '../../shared/i18n/shared-catalogue.ts';
import { drawPage, pass, pressPrimary } from '../../shared/i18n/testing/draw-page.tsx';
import { expectEveryLanguage } from '../../shared/i18n/testing/every-language.ts';
import { signInCatalogue } from './messages.ts';
import { SignInPage } from './sign-in-page.tsx';
import { signInDetails } from './testing/sign-in-fixtures.ts';

/** Names in the recorded answers and in the bank's settings. */
const DATA = /Portico|Lumen|Books|^online$|^LB$|support@|request-1/;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:07:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const open = (answers: Parameters<typeof createFakeServer>[0]) =>
  drawPage(answers, [sharedCatalogue, signInCatalogue], (api) => <SignInPage id="abc" api={api} config={recordedConfig} />);

const TYPED = { 'Personal identification code': '60001019906', 'Phone number': '+37200000766', 'eParaksts mobile user number': '90000016' };

describe('the sign-in', () => {
  const details = signInDetails({ methods: [...AUTH_METHODS] });
  const openForm = async (challenge: unknown = hold, changes: Partial<typeof details> = {}) =>
    open({
      'GET /bank/sign-in/abc/details': { ...details, ...changes },
      'POST /bank/sign-in/abc/authentication': Object(challenge),
      'GET /bank/sign-in/abc/challenge': Object(challenge),
    });
  const answer = async (language: PageLanguage, method?: RegExp) => {
    await act(async () => language.choose('en'));
    if (method !== undefined) fireEvent.click(screen.getByRole('radio', { name: method }));
    for (const [label, value] of Object.entries(TYPED)) {
      const field = screen.queryByLabelText(label === 'Personal identification code' ? /^Personal (identification code|code on the card)$/ : label);
      if (field !== null) fireEvent.change(field, { target: { value } });
    }
    await pressPrimary();
  };

  test.each(['authorization', 'signing', 'bank'] as const)('of purpose %s, what is missing in it, and what was typed', async (purpose) => {
    const { language, server } = await openForm(hold, { purpose });
    await expectEveryLanguage(language, DATA);
    await pressPrimary();
    await expectEveryLanguage(language, DATA);
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '6000' } });
    await act(async () => language.choose('lt'));
    expect(screen.getByRole('textbox')).toHaveProperty('value', '6000');
    expect(server.count('POST /bank/sign-in/abc/authentication')).toBe(0);
  });

  test.each([
    ['SMART_ID', /^Smart-ID/],
    ['MOBILE_ID', /^Mobile-ID/],
    ['IDCARD', /^ID-card/],
    ['CODE_CALCULATOR', /^Code calculator/],
    ['EPARAKSTS_MOBILE', /^eParaksts/],
  ] as const)('with %s: the form, the waiting, each refusal; the device is asked once', async (method, name) => {
    const calculator =
      method === 'CODE_CALCULATOR' ? { calculatorNumber: [{ meaning: 'once' as const, digits: '305214' }] } : { controlCode: '4711' };
    const started: SignInChallenge = { state: 'started', method, secondsLeft: 84, ...calculator };
    const { server, language } = await openForm(started);
    fireEvent.click(screen.getByRole('radio', { name }));
    await expectEveryLanguage(language, DATA);
    await answer(language);
    await expectEveryLanguage(language, DATA);
    expect(server.count('POST /bank/sign-in/abc/authentication')).toBe(1);
    for (const state of ['refused', 'timedOut', 'wrongCode', 'unreachable'] as const) {
      server.on('GET /bank/sign-in/abc/challenge', { ...started, state });
      await pass(1100);
      await expectEveryLanguage(language, DATA);
      await pressPrimary();
      server.on('GET /bank/sign-in/abc/challenge', started);
      await pass(600);
      await answer(language, name);
    }
  });

  test.each([
    ['CUSTOMER_UNKNOWN', 400],
    ['SCA_METHOD_BLOCKED', 422],
    ['SCA_METHOD_UNKNOWN', 422],
    ['RATE_LIMITED', 429],
    ['UNAVAILABLE', 503],
    ['INTERNAL_ERROR', 500],
    ['SCA_CONTENT_CHANGED', 409],
  ])('refused with %s', async (code, status) => {
    const { language, server } = await openForm(() => refuse(status, code, 'In the bank’s words.'));
    await answer(language);
    await expectEveryLanguage(language, DATA);
    expect(server.count('POST /bank/sign-in/abc/authentication')).toBe(1);
    expect(document.body.textContent).not.toContain('In the bank’s words.');
  });

  test.each([
    ['that is over', () => refuse(410, 'SIGN_IN_UNKNOWN', 'In the bank’s words.')],
    ['that is over and leads back', () => refuse(410, 'SIGN_IN_UNKNOWN', 'In the bank’s words.', { tppApplicationName: 'Lumen Books online' })],
    ['that was finished', () => refuse(410, 'SIGN_IN_UNKNOWN', 'In the bank’s words.', { isSignedIn: true })],
    [
      'that was finished and leads on',
      () => refuse(410, 'SIGN_IN_UNKNOWN', 'In the bank’s words.', { isSignedIn: true, continueTo: '/bank/receipts' }),
    ],
    ['that does not load', () => refuse(500, 'INTERNAL_ERROR', 'In the bank’s words.')],
    ['that loads', hold],
  ])('%s', async (_, details) => {
    const { language } = await open({ 'GET /bank/sign-in/abc/details': details });
    await expectEveryLanguage(language, DATA);
  });
});
