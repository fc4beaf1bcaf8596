// Review of 25 November 2026, C15: a customer whose method failed or is blocked can choose another, and knows how many tries are left.
import { AUTH_METHODS } from '@portico/contract/values';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refuse, reply } from '../../../shared/api/fake-server.ts';
import { expectEveryLanguage } from '../../../shared/i18n/testing/every-language.ts';
import { paymentSession, signedResult } from '../testing/signing-fixtures.ts';
import { closeSigningPage, openSigningPage, pass, press, signingServer } from '../testing/signing-harness.tsx';

const PUT = 'PUT /api/ui/payment';
const DATA = /Portico|Lumen Books|support@|request-\d|^[A-Z]{2}\d{2}/;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
});
afterEach(closeSigningPage);

/** Presses the button that signs, and gets this refusal; the customer has three methods. */
async function failWith(code: string, extra: object = {}, status = 422) {
  const server = signingServer();
  server.on('GET /api/ui/payment/details', paymentSession({ authMethod: 'SMART_ID', authMethods: ['SMART_ID', 'MOBILE_ID', 'IDCARD'] }));
  server.on('GET /api/ui/challenge', { state: 'none' });
  server.on(PUT, () => refuse(status, code, 'In the bank’s words.', extra));
  const page = await openSigningPage({ server });
  await press('Sign with Smart-ID');
  await pass(600);
  return { ...page, server };
}

const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
const primary = () => screen.getAllByRole('button').filter(({ className }) => className.includes('primary'));

describe.each(['SCA_REFUSED', 'SCA_TIMED_OUT', 'SCA_WRONG_CODE', 'SCA_UNREACHABLE', 'SCA_METHOD_UNKNOWN'])(
  'a signature that failed with %s',
  (code) => {
    test('offers the other methods beside another try', async () => {
      await failWith(code);
      expect(names()).toEqual(['Try again', 'Continue with Mobile-ID', 'Continue with ID-card', 'Back to service provider']);
      expect(primary().map(({ textContent }) => textContent)).toEqual(['Try again']);
    });
  },
);

test('a blocked method is not offered again: another one is the first choice', async () => {
  await failWith('SCA_METHOD_BLOCKED');
  expect(names()).toEqual(['Continue with Mobile-ID', 'Continue with ID-card', 'Back to service provider']);
  expect(primary().map(({ textContent }) => textContent)).toEqual(['Continue with Mobile-ID']);
  expect(screen.getByText(/Choose another method, or try again then\.$/)).toBeDefined();
});

test('the chosen method is named by the button, and asks nothing before it is pressed', async () => {
  const { server } = await failWith('SCA_METHOD_BLOCKED');
  const sent = () => server.calls.filter(({ call }) => call === PUT).map(({ headers }) => headers.get('signing-method'));
  await press('Continue with Mobile-ID');
  await pass(600);
  expect(sent()).toEqual([null]);
  server.on(PUT, () => reply(signedResult));
  await press('Sign with Mobile-ID');
  expect(sent()).toEqual([null, 'MOBILE_ID']);
});

test('the method that failed last is not offered beside itself, the first one is', async () => {
  await failWith('SCA_TIMED_OUT');
  await press('Continue with Mobile-ID');
  await pass(600);
  await press('Sign with Mobile-ID');
  await pass(600);
  expect(names()).toEqual(['Try again', 'Continue with Smart-ID', 'Continue with ID-card', 'Back to service provider']);
});

test.each([
  ['a changed payment', 'SCA_CONTENT_CHANGED', 409],
  ['too little money', 'FUNDS_NOT_AVAILABLE', 400],
  ['a fault of the bank', 'INTERNAL_ERROR', 500],
])('%s offers no other method', async (_what, code, status) => {
  await failWith(code, {}, status);
  expect(names().filter((name) => name?.startsWith('Continue with'))).toEqual([]);
});

test('a customer with one method is sent back to sign in with another', async () => {
  const server = signingServer();
  server.on('GET /api/ui/payment/details', paymentSession({ authMethods: ['SMART_ID'] }));
  server.on(PUT, () => refuse(422, 'SCA_METHOD_BLOCKED', 'In the bank’s words.'));
  await openSigningPage({ server });
  await press('Sign with Smart-ID');
  await pass(600);
  expect(names()).toEqual(['Try again', 'Back to service provider']);
  expect(screen.getByText(/go back and sign in with another method\.$/)).toBeDefined();
});

describe('the tries left', () => {
  test.each([
    [4, '4 tries are left before this method is blocked for 15 minutes.'],
    [1, '1 try is left before this method is blocked for 15 minutes.'],
    [0, 'This method is blocked for 15 minutes after five failed attempts in a row. Choose another method, or try again then.'],
  ])('are said after a failure (%i)', async (triesLeft, said) => {
    await failWith('SCA_WRONG_CODE', { triesLeft });
    expect(screen.getByText(`The code or PIN was wrong. ${said}`)).toBeDefined();
    expect(names().includes('Try again')).toBe(triesLeft > 0);
  });

  test.each([[undefined], [-1], [1.5], ['4']])('are not invented (%s)', async (triesLeft) => {
    await failWith('SCA_WRONG_CODE', { triesLeft });
    expect(screen.getByText('The code or PIN was wrong.')).toBeDefined();
  });

  test.each([4, 3, 2, 1, 0])('are said in every language (%i)', async (triesLeft) => {
    const { language } = await failWith('SCA_REFUSED', { triesLeft });
    await expectEveryLanguage(language, DATA);
  });
});

test('every method is named in every language where it is offered', async () => {
  const server = signingServer();
  server.on('GET /api/ui/payment/details', paymentSession({ authMethod: 'IDCARD', authMethods: [...AUTH_METHODS] }));
  server.on(PUT, () => refuse(422, 'SCA_TIMED_OUT', 'In the bank’s words.'));
  const { language } = await openSigningPage({ server });
  await press(/^Sign with/);
  await pass(600);
  await expectEveryLanguage(language, DATA);
});
