/** The co-signer's page in all five languages: nothing missing, nothing left in English, nothing restarted. */
import { AUTH_METHODS, NOT_PAID_REASONS } from '@portico/contract/values';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type createFakeServer, refuse } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { doorCatalogue } from '../../shared/bank-pages/messages.ts';
import { sharedCatalogue } from '../../shared/i18n/shared-catalogue.ts';
import { drawPage, pressPrimary } from '../../shared/i18n/testing/draw-page.tsx';
import { expectEveryLanguage } from '../../shared/i18n/testing/every-language.ts';
import { toSignCatalogue } from './messages.ts';
import { bulkLine, bulkToSign, line, paymentToSign, periodicToSign, WAITING, withPayee } from './testing/to-sign-fixtures.ts';
import { ToSignPage } from './to-sign-page.tsx';

/** Names in the fixtures and in the bank's settings. */
const DATA = /Portico|Lumen Books|Näidis|Kaasallkiri|support@|request-1|\b[0-9a-f]{8}-|^Order(?: 2041)?$|^[A-Z]{2}\d{2}/;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:07:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const open = (paymentId: string | undefined, answers: Parameters<typeof createFakeServer>[0]) =>
  drawPage(answers, [sharedCatalogue, doorCatalogue, toSignCatalogue], (api) => (
    <ToSignPage paymentId={paymentId} api={api} config={recordedConfig} />
  ));

describe('the page of a co-signer in five languages', () => {
  const LIST = 'GET /bank/to-sign/payments';
  const ONE = '/bank/to-sign/payments/pay_1';
  const session = { 'GET /bank/session': { visitor: WAITING.signatory, secondsLeft: 240 } };

  test.each([
    ['some', { ...WAITING, payments: [line, bulkLine] }],
    ['none', WAITING],
    ['none, and nobody to sign for', { ...WAITING, companies: [] }],
    ['nobody signed in', () => refuse(410, 'SIGN_IN_UNKNOWN', 'In the bank’s words.')],
    ['a failure', () => refuse(500, 'INTERNAL_ERROR', 'In the bank’s words.')],
    ['a busy bank', () => refuse(503, 'UNAVAILABLE', 'In the bank’s words.')],
  ])('shows the list: %s', async (_, list) => {
    const { language } = await open(undefined, { ...session, [LIST]: list });
    await expectEveryLanguage(language, DATA);
  });

  test.each([
    ['a payment', paymentToSign],
    ['a periodic payment', periodicToSign],
    ['a bulk payment', bulkToSign(3)],
    ['a close match', withPayee({ result: 'CMTC', matchedName: 'Lumen Books Osaühing' })],
    ['no match', withPayee({ result: 'NMTC' })],
    ['no answer', withPayee({ result: 'NOAP' })],
  ])('shows %s', async (_, payment) => {
    const { language } = await open('pay_1', { ...session, [`GET ${ONE}`]: payment, [`GET ${ONE}/challenge`]: { state: 'none' } });
    await expectEveryLanguage(language, DATA);
  });

  test.each(['FUNDS_NOT_AVAILABLE', 'ACCOUNT_UNKNOWN', 'ACCOUNT_BLOCKED', 'CURRENCY_MISMATCH', 'SCA_CONTENT_CHANGED', 'SCA_METHOD_BLOCKED'])(
    'shows the refusal %s',
    async (code) => {
      const { language, server } = await open('pay_1', {
        ...session,
        [`GET ${ONE}`]: paymentToSign,
        [`GET ${ONE}/challenge`]: { state: 'none' },
        [`POST ${ONE}/challenge`]: () => refuse(409, code, 'In the bank’s words.', { available: { amount: '1.00', currency: 'EUR' } }),
      });
      await pressPrimary();
      await expectEveryLanguage(language, DATA);
      expect(server.count(`POST ${ONE}/challenge`)).toBe(1);
      expect(document.body.textContent).not.toContain('In the bank’s words.');
    },
  );

  test.each(AUTH_METHODS)('shows a challenge of %s, which is started once', async (method) => {
    const calculator = method === 'CODE_CALCULATOR' ? { calculatorNumber: [{ meaning: 'amount', digits: '4680' }] } : { controlCode: '4711' };
    const challenge = { state: 'started', method, secondsLeft: 84, ...calculator };
    const { language, server } = await open('pay_1', {
      ...session,
      [`GET ${ONE}`]: paymentToSign,
      [`GET ${ONE}/challenge`]: { state: 'none' },
      [`POST ${ONE}/challenge`]: challenge,
    });
    server.on(`GET ${ONE}/challenge`, challenge);
    await pressPrimary();
    await expectEveryLanguage(language, DATA);
    expect(server.count(`POST ${ONE}/challenge`)).toBe(1);
  });

  test.each<readonly [status: string, reason: string | undefined]>([
    ['ACCC', undefined],
    ['ACTC', undefined],
    ['CANC', undefined],
    ['PART', undefined],
    ['BLCK', undefined],
    ...NOT_PAID_REASONS.map((reason): [string, string] => ['RJCT', reason]),
  ])('shows a payment with the status %s (%s)', async (transactionStatus, notPaidReason) => {
    const done = { ...paymentToSign, details: { ...paymentToSign.details, transactionStatus, notPaidReason } };
    const { language } = await open('pay_1', { ...session, [`GET ${ONE}`]: done });
    await expectEveryLanguage(language, DATA);
  });

  test('shows that a payment is unknown', async () => {
    const { language } = await open('pay_1', { ...session, [`GET ${ONE}`]: () => refuse(404, 'NOT_FOUND', 'In the bank’s words.') });
    await expectEveryLanguage(language, DATA);
  });
});
