import { AUTH_METHODS, type AuthMethod, LOCALES, UI_ERROR_CODES } from '@portico/contract/values';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { toRequestFailure } from '../store/request-failure.ts';
import { activateLocale, createI18n } from './catalogues.ts';
import { I18nProvider } from './i18n-provider.tsx';
import { SPOKEN_CODES, useFailureTitle, useRefusalText } from './refusal-text.ts';
import { sharedCatalogue } from './shared-catalogue.ts';

/** Answered to developers, or to calls that no page makes. */
const UNSPOKEN = [
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'ORIGIN_DENIED',
  'REQUEST_ID_REUSED',
  // Said by the sign-in page, which knows what was typed.
  'CUSTOMER_UNKNOWN',
  'NOT_SIGNED_IN',
  'TPP_ID_MISMATCH',
  'EMAIL_INVALID',
  'PASSWORD_INVALID',
  'CREDENTIALS_WRONG',
  'EMAIL_NOT_VERIFIED',
  'VERIFICATION_UNKNOWN',
  'VERIFICATION_ELSEWHERE',
  'RESET_CODE_WRONG',
  'SUBSCRIPTION_UNKNOWN',
  'PAGE_STALE',
  'LIMIT_REACHED',
  'CUSTOMER_SEEDED',
  'ACCOUNT_IN_USE',
  'SECOND_FACTOR_NEEDED',
  'SECOND_FACTOR_WRONG',
  'SECOND_FACTOR_EXPIRED',
  'SECOND_FACTOR_ON',
  'SECOND_FACTOR_OFF',
  'APPLICATION_SUSPENDED',
  'ROLE_INVALID',
  'CERTIFICATE_MISSING',
  'CERTIFICATE_INVALID',
  'CERTIFICATE_EXPIRED',
  'CERTIFICATE_REVOKE',
  'CERTIFICATE_BLOCKED',
];

interface Said {
  locale?: (typeof LOCALES)[number];
  method?: AuthMethod;
  isSignedIn?: boolean;
}

async function say(error: unknown, { locale = 'en', method, isSignedIn = false }: Said = {}): Promise<string> {
  const i18n = createI18n();
  await activateLocale(i18n, locale, [sharedCatalogue]);
  const wrapper = ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>;
  return renderHook(() => useRefusalText({ isSignedIn }), { wrapper }).result.current(toRequestFailure(error), method);
}

const refusal = (status: number, code?: string, more: Partial<ConstructorParameters<typeof ApiError>[1]> = {}) =>
  new ApiError('In the bank’s words.', { status, code, serverText: 'In the bank’s words.', ...more });

describe('an error', () => {
  it('has a text for every code that a customer can receive', () => {
    const others = UI_ERROR_CODES.filter((code) => !SPOKEN_CODES.some((spoken) => spoken === code));
    expect(others.toSorted()).toEqual(UNSPOKEN.toSorted());
  });
  it.each(LOCALES)('is shown with the server’s text only when its code is unknown, in %s', async (locale) => {
    expect(await Promise.all(['SOMETHING_NEW', 'toString', undefined].map((code) => say(refusal(409, code), { locale })))).toEqual(
      Array.from({ length: 3 }, () => 'In the bank’s words.'),
    );
    const sentences = await Promise.all(SPOKEN_CODES.map((code) => say(refusal(409, code), { locale })));
    for (const sentence of sentences) expect(sentence).not.toMatch(/bank’s words|refusal\.|[{}]|undefined|NaN/);
  });
  it.each([
    [refusal(0), /^The connection was lost\./],
    [refusal(418, 'SOMETHING_NEW', { serverText: undefined }), /unexpected answer/],
    [refusal(400, undefined, { serverText: undefined }), /unexpected answer/],
    [refusal(502), /^The bank cannot be reached now\./],
    [refusal(504), /^The bank cannot be reached now\./],
    [new Error('ours'), /^It’s not you, it’s us\./],
    [undefined, /^It’s not you, it’s us\./],
  ])('without a known code is explained by its kind: %s', async (error, said) => {
    expect(await say(error)).toMatch(said);
  });
});

describe('an error for insufficient funds', () => {
  const poor = (available: unknown) => refusal(400, 'FUNDS_NOT_AVAILABLE', { body: { available } });
  it.each([
    ['en', 'Not enough money, available 1,249.50\u00a0EUR'],
    ['lt', /1\u00a0249,50\u00a0EUR/],
    ['ru', /1\u00a0249,50\u00a0EUR/],
  ] as const)('shows in %s the available amount in the format of that language', async (locale, said) => {
    expect(await say(poor({ amount: '1249.5', currency: 'EUR' }), { locale })).toMatch(said);
  });
  it.each([
    undefined,
    null,
    'much',
    { amount: 5, currency: 'EUR' },
    { amount: 'Infinity', currency: 'EUR' },
    { amount: '1e9', currency: 'EUR' },
    { amount: '<b>1</b>', currency: 'EUR' },
    { amount: '1' },
  ])('shows no amount when it is invalid: %j', async (available) => {
    expect(await say(poor(available))).toBe('There is not enough money on this account. Choose another account.');
  });
});

// Review of 25 November 2026, C14.
describe('the heading of a failed call', () => {
  async function titleOf(error: unknown, isSignature = false): Promise<string | undefined> {
    const i18n = createI18n();
    await activateLocale(i18n, 'en', [sharedCatalogue]);
    const wrapper = ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>;
    return renderHook(() => useFailureTitle(), { wrapper }).result.current(toRequestFailure(error), isSignature);
  }

  it.each([
    ['a lost connection', refusal(0), false, 'No connection to the bank'],
    ['a lost connection while signing', refusal(0), true, 'No connection to the bank'],
    ['too many calls', refusal(429, 'RATE_LIMITED'), false, 'Too many attempts'],
    ['a refused signature', refusal(422, 'SCA_REFUSED'), true, 'This was not signed'],
    ['a conflict while signing', refusal(409, 'SCA_CONTENT_CHANGED'), true, 'This was not signed'],
    ['something that is not there', refusal(404, 'NOT_FOUND'), false, 'This is not here any more'],
    ['wrong input', refusal(400, 'FORMAT_ERROR'), false, 'This was not accepted'],
    ['a fault of the server', refusal(500, 'INTERNAL_ERROR'), false, undefined],
    ['a fault of the server while signing', refusal(500, 'INTERNAL_ERROR'), true, undefined],
    ['a bank that is down', refusal(503, 'UNAVAILABLE'), false, undefined],
    ['a fault of the page', new TypeError('undefined is not a function'), false, undefined],
  ])('of %s names the cause', async (_cause, error, isSignature, title) => {
    expect(await titleOf(error, isSignature)).toBe(title);
  });
});

describe('an error of an authentication device', () => {
  it.each(AUTH_METHODS)('names the device of %s', async (method) => {
    const devices = { IDCARD: 'card reader', CODE_CALCULATOR: 'calculator', BANK_PAGE: undefined } as const;
    const device = Object.hasOwn(devices, method) ? devices[method as keyof typeof devices] : 'phone';
    const said = device === undefined ? 'The time on the bank’s page is over.' : `Your ${device} did not answer in time.`;
    expect(await say(refusal(422, 'SCA_TIMED_OUT'), { method })).toBe(said);
  });
  it.each([
    [1, '1 minute'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [undefined, '15 minutes'],
  ])('shows how long a method is blocked: %s s are %s', async (retryAfterSeconds, time) => {
    expect(await say(refusal(422, 'SCA_METHOD_BLOCKED', { retryAfterSeconds }))).toContain(`blocked for ${time} after`);
  });
  // Review of 25 November 2026, C15: a page that offers no other method does not tell the customer to choose one.
  it.each([
    [false, 'Choose another method, or try again then.'],
    [true, 'Try again then, or go back and sign in with another method.'],
  ])('names the next step when a method is blocked, after a sign-in: %s', async (isSignedIn, next) => {
    expect(await say(refusal(422, 'SCA_METHOD_BLOCKED'), { isSignedIn })).toMatch(new RegExp(`in a row\\. ${next}$`));
  });
});
